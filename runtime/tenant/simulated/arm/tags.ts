/** Tags: their names are the same in any case, their values are not. */
import { isJsonObject } from "../../../contract/json-object.ts";
import { fail, ok, type Result } from "../../../contract/result.ts";
import { TENANT_LIMITS } from "../limits.ts";

export type Tags = Readonly<Record<string, string>>;

export function tagsOf(tags: unknown): Result<Tags, string> {
  if (tags === undefined || tags === null) return ok({});
  if (!isJsonObject(tags) || !isTexts(tags)) return fail("Tags must be texts.");
  const names = Object.keys(tags);
  if (names.length > TENANT_LIMITS.tagsPerResource) return fail("There are too many tags.");
  const different = new Set(names.map((name) => name.toLowerCase()));
  return different.size === names.length ? ok(tags) : fail("A tag's name is there twice.");
}

const isTexts = (tags: Readonly<Record<string, unknown>>): tags is Tags =>
  Object.values(tags).every((tag) => typeof tag === "string");

/** The value of the tag of that name; undefined without it. */
export function tagNamed(tags: Tags, name: string): string | undefined {
  const wanted = name.toLowerCase();
  return Object.entries(tags).find(([own]) => own.toLowerCase() === wanted)?.[1];
}
