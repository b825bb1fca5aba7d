/** Lists that come in pages. A link to the next page is followed only at Graph's own address
 *  (the call refuses others), and only as long as somebody wants more.
 *  P1. A list that does not end within the limit is cut and says so; a page that cannot be read
 *      is a failure of the whole, never a shorter list. */
import { z } from "zod";
import { ok, type Result } from "../../../contract/result.ts";
import type { TenantFailure } from "../../failure.ts";
import { type Graph, readAnswer } from "./client.ts";

const Page = z.object({
  value: z.array(z.unknown()),
  "@odata.nextLink": z.string().min(1).optional(),
});

export type Listed<Item> = { readonly items: readonly Item[]; readonly more: boolean };

export async function listed<Schema extends z.ZodType>(
  graph: Graph,
  itemSchema: Schema,
  path: string,
  max: number,
): Promise<Result<Listed<z.output<Schema>>, TenantFailure>> {
  const page = Page.extend({ value: z.array(itemSchema) });
  const items: z.output<Schema>[] = [];
  const seen = new Set<string>();
  for (let next: string | undefined = path; next !== undefined; ) {
    if (items.length >= max || seen.has(next))
      return ok({ items: items.slice(0, max), more: true });
    seen.add(next);
    const answer = await graph.call({ method: "GET", path: next, repeat: "harmless" });
    const read = readAnswer(graph, page, answer);
    if (!read.ok) return read;
    items.push(...(read.value.value as z.output<Schema>[]));
    next = read.value["@odata.nextLink"];
  }
  return ok({ items: items.slice(0, max), more: items.length > max });
}
