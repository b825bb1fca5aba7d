/** Picks the one thing that a word stands for: the exact name, or a beginning that only one
 *  has. Otherwise says which ones it could be, or which is nearest. Pure. */
import { ok, type Result } from "../../contract/result.ts";
import { nearest } from "../../runbook/suggest.ts";
import { type CliError, refuse } from "../cli-error.ts";

type Kind = { readonly what: string; readonly list: string };

const NAMED_MAX = 5;

export function chosen<Thing>(
  things: readonly Thing[],
  nameOf: (thing: Thing) => string,
  word: string,
  { what, list }: Kind,
): Result<Thing, CliError> {
  const folded = word.toLowerCase();
  const exact = things.find((thing) => nameOf(thing).toLowerCase() === folded);
  if (exact !== undefined) return ok(exact);
  const begin = things.filter((thing) => nameOf(thing).toLowerCase().startsWith(folded));
  const [only] = begin;
  if (only !== undefined && begin.length === 1) return ok(only);
  if (begin.length > 1) {
    const names = begin.slice(0, NAMED_MAX).map(nameOf).join(", ");
    const more = begin.length > NAMED_MAX ? ` and ${begin.length - NAMED_MAX} more` : "";
    return refuse("E0167", `'${word}' begins the names of ${begin.length} ${what}s`, {
      why: `${names}${more}`,
      next: "type enough of the name to mean one of them",
    });
  }
  const guess = nearest(word, things.map(nameOf));
  return refuse("E0164", `there is no ${what} '${word}'`, {
    next: guess === null ? `run \`${list}\`` : `did you mean ${guess}? \`${list}\` lists them all`,
  });
}
