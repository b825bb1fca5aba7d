/** Whether an address can only be answered by a program on this machine. */

const LOOPBACK: ReadonlySet<string> = new Set(["127.0.0.1", "[::1]", "localhost"]);

export const isLoopback = (url: string): boolean =>
  URL.canParse(url) && LOOPBACK.has(new URL(url).hostname);
