/** The program of a desktop that shows an address, and its words. Pure. */

const OPENERS: Readonly<Record<string, readonly [string, ...string[]]>> = {
  darwin: ["open"],
  // `start` is a word of cmd, whose own syntax an address with `&` would meet; this is not.
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
};

export const openerOf = (
  platform: string,
  address: string,
): readonly [program: string, ...words: string[]] => [
  ...(OPENERS[platform] ?? ["xdg-open"]),
  address,
];
