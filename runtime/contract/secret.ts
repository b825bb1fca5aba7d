/** A value that must not be seen. Whatever prints, joins or serialises it gets a mark instead;
 *  the value itself is had only by asking for it, at the one place where it is used.
 *  S1. The value is no property: neither spreading, cloning nor listing a secret shows it. */

export const SECRET_MARK = "[secret]";

export type Secret = {
  readonly reveal: () => string;
  readonly toString: () => string;
  readonly toJSON: () => string;
};

/** What Node's printers ask for; by its registered name, so that browsers can load this too. */
const INSPECT = Symbol.for("nodejs.util.inspect.custom");

export function secret(value: string): Secret {
  const mark = (): string => SECRET_MARK;
  const hidden = {
    reveal: () => value,
    toString: mark,
    toJSON: mark,
    [Symbol.toPrimitive]: mark,
    [INSPECT]: mark,
  };
  return Object.freeze(hidden);
}
