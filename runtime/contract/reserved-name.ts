/** Names that a plain object would treat as its own machinery (R54): no column, variable,
 *  output or key of a document may have one. */

const RESERVED: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);

export const isReservedName = (name: string): boolean => RESERVED.has(name);
