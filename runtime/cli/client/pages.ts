/** Collects a list that comes in pages, up to as many items as were asked for. */
import type { Route } from "../../contract/http/route.ts";
import { LIMITS } from "../../contract/limits.ts";
import { ok, type Result } from "../../contract/result.ts";
import type { CliError } from "../cli-error.ts";
import { LIMIT_MAX } from "../table/list-flags.ts";
import type { Answered, Api, Asked } from "./api.ts";

type Page<Item> = {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
  readonly total: number | null;
  readonly totalIsCapped: boolean;
};

type ItemOf<R extends Route> =
  Answered<R> extends { readonly items: readonly (infer Item)[] } ? Item : never;

export type Listed<Item> = Pick<Page<Item>, "items" | "total" | "totalIsCapped"> & {
  readonly isWhole: boolean;
};

/** `goesOn`: the list ends before the first item for which it says no; the API knows nothing of
 *  that end and counts beyond it. */
export async function listed<R extends Route>(
  api: Api,
  route: R,
  asked: Asked<R>,
  limit: number,
  goesOn?: (item: ItemOf<R>) => boolean,
): Promise<Result<Listed<ItemOf<R>>, CliError>> {
  const items: ItemOf<R>[] = [];
  let cursor: string | null = null;
  while (true) {
    const size = Math.min(LIMITS.pageSizeMax, limit - items.length);
    const query = { ...asked.query, limit: size, ...(cursor === null ? {} : { cursor }) };
    const answer = await api.call(route, { ...asked, query });
    if (!answer.ok) return answer;
    const page = answer.value as unknown as Page<ItemOf<R>>;
    const stop = goesOn === undefined ? -1 : page.items.findIndex((item) => !goesOn(item));
    items.push(...(stop === -1 ? page.items : page.items.slice(0, stop)));
    cursor = page.nextCursor;
    const isWhole = stop !== -1 || cursor === null;
    if (!isWhole && items.length < limit) continue;
    const total = isWhole ? items.length : goesOn === undefined ? page.total : null;
    return ok({ items, total, totalIsCapped: page.totalIsCapped, isWhole });
  }
}

/** The line under a list that was cut; empty for a whole one. */
export function cutNote<Item>(
  { items, total, totalIsCapped, isWhole }: Listed<Item>,
  words = "Showing",
): string {
  if (isWhole) return "";
  const of = total === null ? "" : ` of ${totalIsCapped ? "more than " : ""}${total}`;
  const more = Math.min(LIMIT_MAX, total ?? items.length * 10);
  return `${words} ${items.length}${of}; see more with --limit ${more}\n`;
}
