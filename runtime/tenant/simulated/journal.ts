/** What a tenant did, line by line, so that it does not forget when its process is killed. The
 *  host owns the place where lines are kept; this module owns what they say.
 *  J1. The first line says which company the others change. A line is one decision, whole.
 *  J2. A last line without its end was never answered for: it is left out. */
import { isJsonObject } from "../../contract/json-object.ts";
import { fail, ok, type Result } from "../../contract/result.ts";
import { apply } from "./changes.ts";
import { COMPANY_AT } from "./company/company-at.ts";
import { TABLE_NAMES } from "./objects.ts";
import type { CompanySize } from "./settings.ts";
import type { World, WrittenChange } from "./world.ts";

/** Raised when the same seed makes another company than before. */
export const COMPANY_MAKE = 1;

export type JournalHead = {
  readonly make: number;
  readonly seed: string;
  readonly company: CompanySize;
  readonly startedAt: number;
};

export type JournalFailure = {
  readonly kind: "unreadable" | "other-company";
  readonly message: string;
};

export const headLine = (head: JournalHead): string => `${JSON.stringify({ head })}\n`;

/** The head of a kept journal; null when nothing was kept yet. */
export function readHead(text: string): Result<JournalHead | null, JournalFailure> {
  const end = text.indexOf("\n");
  if (end === -1) return ok(null);
  const line = parseLine(text.slice(0, end));
  const head = line?.["head"];
  if (!isJsonObject(head)) return fail(unreadable(1));
  if (head["make"] !== COMPANY_MAKE) {
    return fail({
      kind: "other-company",
      message:
        "This tenant was begun by another version, which makes other companies: reset it, or " +
        "run the version that began it.",
    });
  }
  return ok(head as unknown as JournalHead);
}

/** Repeats every decision after the head. */
export function replay(world: World, text: string): Result<number, JournalFailure> {
  const lines = text.split("\n").slice(1, -1);
  for (const [at, line] of lines.entries()) {
    const changes = readChanges(parseLine(line));
    if (changes === null) return fail(unreadable(at + 2));
    for (const change of changes) apply(world, change);
  }
  return ok(lines.length);
}

/** The shortest journal that leads to the same tenant. */
export function compacted(world: World, head: JournalHead): string {
  const lines = [...world.written.values()].flatMap(({ table, key }) => {
    const versions = world.tables[table].get(key)?.versions ?? [];
    return versions
      .filter(({ at }) => at > COMPANY_AT)
      .map(({ at, value }) => JSON.stringify({ at, changes: [{ table, key, value }] }));
  });
  return [headLine(head).trimEnd(), ...lines, ""].join("\n");
}

function parseLine(line: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(line);
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}

function readChanges(
  line: Readonly<Record<string, unknown>> | null,
): readonly WrittenChange[] | null {
  const at = line?.["at"];
  const changes = line?.["changes"];
  if (typeof at !== "number" || !Array.isArray(changes)) return null;
  const sound = changes.every(
    (change) =>
      isJsonObject(change) &&
      typeof change["key"] === "string" &&
      (TABLE_NAMES as readonly unknown[]).includes(change["table"]) &&
      (change["value"] === null || isJsonObject(change["value"])),
  );
  return sound ? changes.map((change) => ({ ...change, at })) : null;
}

const unreadable = (line: number): JournalFailure => ({
  kind: "unreadable",
  message:
    `Line ${line} of the tenant's journal cannot be read: put a copy of it back, ` +
    "or reset the tenant.",
});
