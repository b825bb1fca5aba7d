/** "Did you mean": the known word nearest to one that was typed, if it is near enough to be a
 *  slip of the finger. Long words are not compared: nobody mistypes those from memory. */
import { distance } from "fastest-levenshtein";

const COMPARED_CHARS_MAX = 64;
const CANDIDATES_MAX = 1_000;

export function nearest(typed: string, known: Iterable<string>): string | null {
  if (typed.length > COMPARED_CHARS_MAX) return null;
  const folded = typed.toLowerCase();
  const allowed = Math.max(2, Math.ceil(typed.length / 3));
  let best: { readonly word: string; readonly steps: number } | null = null;
  let compared = 0;
  for (const word of known) {
    compared += 1;
    if (compared > CANDIDATES_MAX) break;
    if (Math.abs(word.length - typed.length) > allowed) continue;
    const steps = distance(folded, word.toLowerCase());
    if (steps > allowed || steps >= typed.length) continue;
    if (best === null || steps < best.steps) best = { word, steps };
  }
  return best?.word ?? null;
}

export function didYouMean(typed: string, known: Iterable<string>): string | null {
  const word = nearest(typed, known);
  return word === null ? null : `Did you mean ${quote(word)}?`;
}

const QUOTED_CHARS_MAX = 60;

/** A word from the file inside one of our sentences: in quotes, cut, on one line. */
export function quote(text: string): string {
  const cut = text.length > QUOTED_CHARS_MAX ? `${text.slice(0, QUOTED_CHARS_MAX)}…` : text;
  return JSON.stringify(cut);
}
