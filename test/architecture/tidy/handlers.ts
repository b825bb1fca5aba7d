/** One message, one handler: contract/messages/x.ts is answered by at most one on-x.ts. */

import type { Finding } from "./source.ts";

const MESSAGE = /^runtime\/contract\/messages\/(?<name>[^/]+)\.ts$/;
const HANDLER = /^runtime\/orchestrator\/(?:.+\/)?on-(?<name>[^/]+)\.ts$/;

export const handlers = (paths: readonly string[]): readonly Finding[] => {
  const messages = new Set(paths.map((path) => MESSAGE.exec(path)?.groups?.["name"]));
  const answered = new Map<string, string>();
  return paths.flatMap((path): readonly Finding[] => {
    const name = HANDLER.exec(path)?.groups?.["name"];
    if (name === undefined || !messages.has(name)) return [];
    const first = answered.get(name);
    answered.set(name, first ?? path);
    if (first === undefined) return [];
    return [{ path, line: 1, advice: `merge with ${first}: one message has one handler` }];
  });
};
