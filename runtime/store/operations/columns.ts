/** How one property of a row is kept in one column. Databases hold three kinds of cell: text,
 *  whole numbers and null. Instants are ISO text, so that they sort like time in both engines;
 *  flags are 0 and 1; everything with a shape of its own is JSON text.
 *  Rows come back as they were written by us, so reading trusts them. */

export type Cell = string | number | null;

export type Column<Value> = {
  readonly name: string;
  readonly write: (value: Value) => Cell;
  readonly read: (cell: Cell) => Value;
};

/** The one place where a cell is believed to be what its column holds. */
const as = <Value>(cell: unknown): Value => cell as Value;

export const plain = <Value extends Cell>(name: string): Column<Value> => ({
  name,
  write: (value) => value,
  read: (cell) => as<Value>(cell),
});

export const flag = (name: string): Column<boolean> => ({
  name,
  write: (value) => (value ? 1 : 0),
  read: (cell) => cell === 1,
});

export const instant = (name: string): Column<Date | null> => ({
  name,
  write: (value) => (value === null ? null : instantText(value)),
  read: (cell) => (cell === null ? null : new Date(cell)),
});

/** A commit writes the same few instants thousands of times: the last texts are kept. */
const TEXTS = 16;
const texts: { readonly ms: number; readonly text: string }[] = [];

function instantText(value: Date): string {
  const ms = value.getTime();
  const at = ms % TEXTS;
  const known = texts[at];
  if (known !== undefined && known.ms === ms) return known.text;
  const text = value.toISOString();
  texts[at] = { ms, text };
  return text;
}

export const json = <Value>(name: string): Column<Value> => ({
  name,
  write: (value) => (value === null || value === undefined ? null : JSON.stringify(value)),
  read: (cell) => as<Value>(cell === null ? null : JSON.parse(String(cell))),
});
