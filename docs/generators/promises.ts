/** Reads the promises of docs/promises. A file that breaks a rule is a mistake of ours, so it
 *  throws and names the file.
 *  1. A file holds ids of its own family only, each once.
 *  2. Within a subject, promises come in the order of their ids, however the file is sorted. */
import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { z } from "zod";
import { compareIds, familyOf } from "./promise-ids.ts";

export type PlatformPromise = {
  readonly id: string;
  /** One sentence in Markdown. */
  readonly says: string;
  /** What no test here can prove, or why; null for the many that tests prove in full. */
  readonly unprovable: string | null;
};

export type Subject = { readonly name: string; readonly promises: readonly PlatformPromise[] };

export type System = { readonly title: string; readonly subjects: readonly Subject[] };

const PROMISE_FILES = [
  { file: "haymaker.yaml", family: "H", title: "HayMaker runs" },
  { file: "runbooks.yaml", family: "M", title: "Runbook automation" },
  { file: "run-cards.yaml", family: "A", title: "Run cards" },
  { file: "orchestrator.yaml", family: "O", title: "Orchestrator interface" },
  { file: "scaler.yaml", family: "C", title: "Container scaler" },
  { file: "resolutions.yaml", family: "X", title: "Decisions between the systems" },
  { file: "invariants.yaml", family: "I", title: "Invariants" },
  { file: "hazards.yaml", family: "R", title: "Hazards" },
] as const;

type PromiseFile = { readonly file: string; readonly family: string; readonly title: string };

const Entry = z.union([
  z.string().transform((promise) => ({ promise, unprovable: null })),
  z.strictObject({ promise: z.string(), unprovable: z.string() }),
]);

const Subjects = z.array(
  z.strictObject({ subject: z.string(), promises: z.record(z.string(), Entry) }),
);

export function parsePromises({ file, family, title }: PromiseFile, yaml: string): System {
  const parsed = Subjects.safeParse(parse(yaml));
  if (!parsed.success) throw new Error(`${file}: ${z.prettifyError(parsed.error)}`);
  const subjects = parsed.data.map(({ subject, promises }) => ({
    name: subject,
    promises: Object.entries(promises)
      .map(([id, entry]) => ({ id, says: entry.promise, unprovable: entry.unprovable }))
      .sort((a, b) => compareIds(a.id, b.id)),
  }));
  const seen = new Set<string>();
  for (const { id } of subjects.flatMap((subject) => subject.promises)) {
    if (familyOf(id) !== family) throw new Error(`${file}: ${id} is no ${family} id.`);
    if (seen.has(id)) throw new Error(`${file}: ${id} is promised twice.`);
    seen.add(id);
  }
  return { title, subjects };
}

export const promisesOf = (system: System): readonly PlatformPromise[] =>
  system.subjects.flatMap((subject) => subject.promises);

export const readPromises = (): readonly System[] =>
  PROMISE_FILES.map((entry) => {
    const url = new URL(`../promises/${entry.file}`, import.meta.url);
    return parsePromises(entry, readFileSync(url, "utf8"));
  });
