/** A plan in the one form that can be compared: resources by URN, properties as path and text.
 *  P1. Two runs of one program on one config give equal plans, whatever order they registered in.
 *  P2. No secret is in a plan. A keyed digest stands for it: equal secrets stay equal, a changed
 *      one differs, and without the key (which lives as long as the process) it says nothing. */
import { createHmac } from "node:crypto";
import {
  isJsonObject,
  type Json,
  type JsonObject,
  type PlannedResource,
} from "./planned-resource.ts";

export type PlanEntry = {
  readonly urn: string;
  readonly type: string;
  readonly name: string;
  readonly parent: string;
  readonly custom: boolean;
  readonly properties: ReadonlyMap<string, string>;
};

/** Sorted by URN. */
export type Plan = ReadonlyMap<string, PlanEntry>;

/** Pulumi's marks on the wire; one for each type of unknown value. */
const UNKNOWN: ReadonlySet<string> = new Set([
  "04da6b54-80e4-46f7-96ec-b56ff0331ba9",
  "1c4a061d-8072-4f0a-a4cb-0ff528b18fe7",
  "3eeb2bf0-c639-47a8-9e75-3b44932eb421",
  "6a19a0b0-7e62-4c92-b797-7f8e31da9cc2",
  "030794c1-ac77-496b-92df-f27374a8bd58",
  "e48ece36-62e2-4504-bad9-02848725956a",
  "dd056dcd-154b-4c76-9bd3-c8f88648b5ff",
]);
const SIGNATURE = "4dabf18193072939515e22adb298388d";
const SECRET = "1b47061264138c4ac30d75fd1eb44270";

const DIGEST_CHARS = 16;
const DIGEST = /\[secret [0-9a-f]+\]/g;

const isUnknown = (value: Json | undefined): boolean =>
  typeof value === "string" && UNKNOWN.has(value);

/** For people: the digest tells them nothing, and it changes with every run. */
export const masked = (text: string): string => text.replaceAll(DIGEST, "[secret]");

const byText = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number =>
  a < b ? -1 : 1;

/** Keys in order, so that equal values have equal texts. */
const canonical = (value: Json): string => {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const entries = Object.entries(value).toSorted(byText);
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`).join(",")}}`;
};

/** Items of a list that have names of their own are told apart by them: one that is put in or
 *  taken out then changes nothing about the others. */
function itemNames(items: readonly Json[]): readonly string[] {
  const names = items.flatMap((item) => {
    const name = isJsonObject(item) ? item["name"] : undefined;
    return typeof name === "string" && !UNKNOWN.has(name) ? [name] : [];
  });
  return new Set(names).size === items.length ? names : [];
}

type Leaf = readonly [path: string, text: string];

function leaves(value: Json, path: string, key: Uint8Array): readonly Leaf[] {
  if (isUnknown(value)) return [[path, "[unknown]"]];
  if (Array.isArray(value)) {
    if (value.length === 0) return [[path, "[]"]];
    const names = itemNames(value);
    return value.flatMap((item, index) => leaves(item, `${path}[${names[index] ?? index}]`, key));
  }
  if (!isJsonObject(value)) return [[path, JSON.stringify(value)]];
  if (value[SIGNATURE] === SECRET) {
    const digest = createHmac("sha256", key).update(canonical(value)).digest("hex");
    return [[path, `[secret ${digest.slice(0, DIGEST_CHARS)}]`]];
  }
  return objectLeaves(value, path, key);
}

function objectLeaves(value: JsonObject, path: string, key: Uint8Array): readonly Leaf[] {
  const entries = Object.entries(value);
  if (entries.length === 0 && path !== "") return [[path, "{}"]];
  return entries.flatMap(([name, item]) =>
    leaves(item, path === "" ? name : `${path}.${name}`, key),
  );
}

function entryOf(resource: PlannedResource, key: Uint8Array): PlanEntry {
  const { urn, type, name, parent, custom, protect } = resource;
  const options: readonly Leaf[] = protect ? [["(protect)", "true"]] : [];
  const properties = [...options, ...leaves(resource.inputs, "", key)].toSorted(byText);
  return { urn, type, name, parent, custom, properties: new Map(properties) };
}

export function makePlan(resources: readonly PlannedResource[], key: Uint8Array): Plan {
  const entries = resources.map((resource) => [resource.urn, entryOf(resource, key)] as const);
  return new Map(entries.toSorted(byText));
}
