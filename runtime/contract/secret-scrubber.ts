/** Takes secrets out of texts before people or logs get them: first those whose values are
 *  known, then whatever looks like one. */
import type { Secret } from "./secret.ts";
import { hide, type Needles, needlesOf } from "./secret-forms.ts";
import { hideLooks } from "./secret-patterns.ts";

export type Scrubber = {
  /** A newer secret of a name replaces the older ones but the last: that one may still be in use.
   *  Names are the program's own, so there are few. */
  readonly know: (name: string, secret: Secret) => void;
  readonly scrub: (text: string) => string;
};

const PER_NAME = 2;

export function scrubber(): Scrubber {
  const known = new Map<string, readonly Secret[]>();
  let needles: Needles | null = null;
  return {
    know: (name, secret) => {
      const before = known.get(name) ?? [];
      if (before.some((one) => one.reveal() === secret.reveal())) return;
      known.set(name, [secret, ...before].slice(0, PER_NAME));
      needles = null;
    },
    scrub: (text) => {
      needles ??= needlesOf([...known.values()].flat());
      return hideLooks(hide(text, needles));
    },
  };
}
