/** A text as programs write it down, said without asking the code that hides it. */

/** What is shorter is found by accident. */
const CHARS_MIN = 12;

function formsOf(text: string): readonly string[] {
  const bytes = Buffer.from(text);
  return [
    text,
    JSON.stringify(text).slice(1, -1),
    JSON.stringify(JSON.stringify(text)).slice(3, -3),
    encodeURIComponent(text),
    encodeURIComponent(text).replaceAll(/%../g, (byte) => byte.toLowerCase()),
    encodeURIComponent(encodeURIComponent(text)),
    text.replaceAll(/[^A-Za-z0-9]/g, (char) => `&#${char.charCodeAt(0)};`),
    unitEscaped(text),
    JSON.stringify(unitEscaped(text)).slice(1, -1),
    bytes.toString("hex").replaceAll(/../g, "$& "),
    Buffer.from(bytes.toString("base64")).toString("base64").slice(0, -4),
    Buffer.from(`x${text}`, "utf16le").toString("base64").slice(4, -4),
    bytes.toString("hex"),
    bytes.toString("hex").toUpperCase(),
    Buffer.from(text, "utf16le").toString("hex"),
    [...bytes].join(","),
    [...bytes].join(", "),
    Array.from(bytes, (byte) => `\\${byte.toString(8).padStart(3, "0")}`).join(""),
    ...[0, 1, 2].flatMap((before) => {
      const shifted = Buffer.concat([Buffer.alloc(before, "x"), bytes]);
      return (["base64", "base64url"] as const).map((name) =>
        shifted.toString(name).slice(4, -4).slice(0, 32),
      );
    }),
  ].filter(({ length }) => length >= CHARS_MIN);
}

const unitEscaped = (text: string): string =>
  text.replaceAll(
    /[^A-Za-z0-9]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

type Form = { readonly canary: string; readonly form: string };

/** Says where one of them shows in a text. Every form is looked for at once, by how it begins:
 *  there are thousands of forms and of texts. */
export function finderOf(canaries: readonly string[]): (text: string) => readonly string[] {
  const byStart = new Map<string, Form[]>();
  for (const canary of canaries) {
    for (const form of formsOf(canary)) {
      const start = form.slice(0, CHARS_MIN);
      const same = byStart.get(start);
      if (same === undefined) byStart.set(start, [{ canary, form }]);
      else same.push({ canary, form });
    }
  }
  return (text) => {
    const found = new Map<string, string>();
    for (let at = 0; at + CHARS_MIN <= text.length; at += 1) {
      for (const { canary, form } of byStart.get(text.slice(at, at + CHARS_MIN)) ?? []) {
        if (found.has(canary) || !text.startsWith(form, at)) continue;
        const around = text.slice(Math.max(0, at - 60), at + 20);
        found.set(canary, `${canary.slice(0, 60)} in …${around}…`);
      }
    }
    return [...found.values()];
  };
}
