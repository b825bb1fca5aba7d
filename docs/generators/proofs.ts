/** Which tests prove which promise, and where a promise stands. A skipped test is kept and shown,
 *  but proves nothing; an id that nobody promised, or marked otherwise than `(part)`, is a mistake
 *  in a title, so it throws. */
import { citedIds, strangeMarks } from "./promise-ids.ts";
import { type PlatformPromise, promisesOf, type System } from "./promises.ts";
import type { TestTitle } from "./test-titles.ts";

export type Proof = {
  /** The title of the test, with those of its groups where only they cite the id. */
  readonly name: string;
  readonly file: string;
  /** The tests there are leave some of the promise unproven. */
  readonly part: boolean;
  readonly skipped: string | null;
};

export type Proofs = ReadonlyMap<string, readonly Proof[]>;

/** `live`: tests may prove a part, but not what the promise names as out of their reach. */
export type Standing =
  | { readonly kind: "proven" }
  | { readonly kind: "part" }
  | { readonly kind: "live"; readonly why: string }
  | { readonly kind: "open" };

export function refuseMistakes(systems: readonly System[], titles: readonly TestTitle[]): void {
  const known = new Set(systems.flatMap(promisesOf).map(({ id }) => id));
  const mistakes = titles.flatMap(({ file, line, title, context, ids }) => [
    ...ids
      .filter((id) => !known.has(id))
      .map((id) => `${file}:${line} cites ${id}, which is not promised.`),
    ...strangeMarks([...context, title].join("\n")).map(
      (marked) => `${file}:${line} cites ${marked}; only "(part)" may stand behind an id.`,
    ),
  ]);
  if (mistakes.length > 0) throw new Error(mistakes.join("\n"));
}

/** The proofs of each id by file and name, whatever the order of the titles; equals count once. */
export function proofsById(titles: readonly TestTitle[]): Proofs {
  const cited = titles.flatMap((title) => title.ids.map((id) => [id, proofOf(title, id)] as const));
  const sorted = cited
    .map(([id, proof]) => ({ id, proof, key: JSON.stringify([id, proof]) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .filter(({ key }, index, all) => key !== all[index - 1]?.key);
  const ofId = Map.groupBy(sorted, ({ id }) => id);
  return new Map([...ofId].map(([id, found]) => [id, found.map(({ proof }) => proof)]));
}

const proofOf = ({ title, context, file, partIds, skipped }: TestTitle, id: string): Proof => ({
  file,
  name: citedIds(title).includes(id) ? title : [...context, title].join(" › "),
  part: partIds.includes(id),
  skipped,
});

export function standingOf({ id, unprovable }: PlatformPromise, proofs: Proofs): Standing {
  if (unprovable !== null) return { kind: "live", why: unprovable };
  const running = (proofs.get(id) ?? []).filter(({ skipped }) => skipped === null);
  if (running.length === 0) return { kind: "open" };
  return { kind: running.every(({ part }) => part) ? "part" : "proven" };
}
