/** A server's sentence without what it quotes: a value that could not be read is somebody's data.
 *  A value may itself have quotes, escaped or not, and no rule tells them from those around it: all
 *  from the first to the last goes, and to the end if there is but one. Names in brackets or
 *  backticks outside of that stay, they help. */
export function withoutQuotes(message: string): string {
  const first = message.search(/['"]/);
  if (first === -1) return message;
  const last = Math.max(message.lastIndexOf("'"), message.lastIndexOf('"'));
  const rest = last === first ? "" : message.slice(last + 1);
  return `${message.slice(0, first)}'…'${rest}`;
}
