/** A list that a service gives in pages: read to its end, or to where the caller wants no more.
 *  L1. Every list ends. A service that links to page after page, however empty, or back to one that
 *      it gave before, is asked a named number of times at most; then the whole is a failure, never
 *      a shorter list. */
import { LIMITS } from "../../../contract/limits.ts";
import { fail, ok, type Result } from "../../../contract/result.ts";
import type { Listed } from "../../arm.ts";
import type { ApiFamily, TenantFailure } from "../../failure.ts";

export type Page<Item> = {
  readonly items: readonly Item[];
  /** Where the next one is, in the service's own words. */
  readonly next: string | null;
};

/** `read` is given null for the first page. */
export async function inPages<Item>(
  family: ApiFamily,
  max: number,
  read: (next: string | null) => Promise<Result<Page<Item>, TenantFailure>>,
): Promise<Result<Listed<Item>, TenantFailure>> {
  const items: Item[] = [];
  const seen = new Set<string | null>();
  let next: string | null = null;
  do {
    if (seen.has(next) || seen.size === LIMITS.pagesPerList) return fail(endless(family, seen));
    seen.add(next);
    const page = await read(next);
    if (!page.ok) return page;
    for (const item of page.value.items) items.push(item);
    next = page.value.next;
  } while (next !== null && items.length <= max);
  return ok({ items: items.slice(0, max), more: next !== null || items.length > max });
}

const endless = (family: ApiFamily, { size }: ReadonlySet<unknown>): TenantFailure => ({
  kind: "refused",
  status: 200,
  code: "endless-list",
  message: `${family} gave ${size} pages of a list and still links to more: it was not read on.`,
});
