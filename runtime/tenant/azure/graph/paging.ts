/** Lists in Graph. A link to the next page is followed only at Graph's own address (the call
 *  refuses others).
 *  P1. A list that has more than the caller wants is cut and says so; a page that cannot be read is
 *      a failure of the whole, never a shorter list. */
import { z } from "zod";
import { ok, type Result } from "../../../contract/result.ts";
import type { Listed } from "../../arm.ts";
import type { TenantFailure } from "../../failure.ts";
import { inPages } from "../http/in-pages.ts";
import { type Graph, readAnswer } from "./client.ts";

const Page = z.object({
  value: z.array(z.unknown()),
  "@odata.nextLink": z.string().min(1).optional(),
});

export function listed<Schema extends z.ZodType>(
  graph: Graph,
  itemSchema: Schema,
  path: string,
  max: number,
): Promise<Result<Listed<z.output<Schema>>, TenantFailure>> {
  const page = Page.extend({ value: z.array(itemSchema) });
  return inPages("graph", max, async (next) => {
    const answer = await graph.call({ method: "GET", path: next ?? path, repeat: "harmless" });
    const read = readAnswer(graph, page, answer);
    if (!read.ok) return read;
    const items = read.value.value as readonly z.output<Schema>[];
    return ok({ items, next: read.value["@odata.nextLink"] ?? null });
  });
}
