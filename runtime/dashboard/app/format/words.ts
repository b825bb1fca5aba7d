/** Numbers and names as people read them. Pure. */

const whole = new Intl.NumberFormat("en-GB");

export const numberText = (count: number): string => whole.format(count);

export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${numberText(count)} ${count === 1 ? one : many}`;

/** `init_dispatched` → `Init dispatched`. */
export function sentenceCase(name: string): string {
  const words = name.replace(/[_-]+/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A word as a shell takes it. */
export const shellWord = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;

/** A value of a member's data or a step's result, on one line; a list is told one by one. */
export function valueText(value: unknown): string {
  if (typeof value === "string") return listText(value) ?? value;
  return JSON.stringify(value);
}

/** Of a column with several values, which is kept as text. */
function listText(text: string): string | null {
  if (!text.startsWith('["')) return null;
  try {
    return (JSON.parse(text) as readonly unknown[]).join(", ");
  } catch {
    return null;
  }
}
