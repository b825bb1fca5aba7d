/** For what the blueprint promises to exist. */

/** Without it something would start blind, or not at all, in silence; that is a bug of ours. */
export function known<Value>(value: Value | undefined, what: string): Value {
  if (value === undefined) throw new Error(`the program has no ${what}`);
  return value;
}
