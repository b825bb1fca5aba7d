/** LIKE: `%` stands for any text, `_` for any one character. Only the last `%` is ever gone back
 *  to, so the time is at most text times pattern, whatever the pattern. */

type Part = { readonly kind: "char"; readonly char: string } | { readonly kind: "any" | "one" };

export function isLike(text: string, pattern: string, mark: string | null): boolean {
  const chars = [...text];
  const parts = partsOf(pattern, mark);
  let at = 0;
  let part = 0;
  let retry: { readonly part: number; at: number } | null = null;
  while (at < chars.length) {
    const wanted = parts[part];
    if (wanted?.kind === "any") {
      part += 1;
      retry = { part, at };
    } else if (wanted !== undefined && fits(wanted, chars[at])) {
      part += 1;
      at += 1;
    } else if (retry !== null) {
      retry.at += 1;
      part = retry.part;
      at = retry.at;
    } else return false;
  }
  return parts.slice(part).every(({ kind }) => kind === "any");
}

const fits = (part: Part, char: string | undefined): boolean =>
  part.kind === "one" || (part.kind === "char" && part.char === char);

/** An escape character makes the next one stand for itself; at the end it does so itself. */
function partsOf(pattern: string, mark: string | null): readonly Part[] {
  const chars = [...pattern];
  const parts: Part[] = [];
  for (let at = 0; at < chars.length; at += 1) {
    const char = chars[at] ?? "";
    const next = chars[at + 1];
    if (char === mark && next !== undefined) {
      parts.push({ kind: "char", char: next });
      at += 1;
    } else if (char === "%") parts.push({ kind: "any" });
    else parts.push(char === "_" ? { kind: "one" } : { kind: "char", char });
  }
  return parts;
}
