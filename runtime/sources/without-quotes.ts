/** A server's sentence without what it quotes: a value that could not be read is somebody's data.
 *  Names in brackets or backticks stay, they help. */
const MESSAGE_CHARS_MAX = 500;

export const withoutQuotes = (message: string): string =>
  message
    .slice(0, MESSAGE_CHARS_MAX)
    .replaceAll(/'[^']*(?:'|$)/g, "'…'")
    .replaceAll(/"[^"]*(?:"|$)/g, '"…"');
