/** Resource Graph: a query over many subscriptions, in pages.
 *  Q1. An answer that was cut short by the service and has no way to go on is a failure, never
 *      a shorter list: whoever cleans up by it would leave the rest behind. */
import { z } from "zod";
import type { JsonObject } from "../../../contract/json-object.ts";
import { fail, ok } from "../../../contract/result.ts";
import type { Listed } from "../../arm.ts";
import type { Answer } from "../../directory.ts";
import type { TenantFailure } from "../../failure.ts";
import { inPages } from "../http/in-pages.ts";
import { type ArmClient, armAnswer, UNREADABLE } from "./client.ts";

const PATH = "/providers/Microsoft.ResourceGraph/resources?api-version=2022-10-01";
const ROWS_PER_PAGE = 1_000;

const Rows = z.object({
  data: z.array(z.record(z.string(), z.unknown())),
  resultTruncated: z.enum(["true", "false"]),
  $skipToken: z.string().min(1).nullish(),
});

export const queryResources = (
  client: ArmClient,
  subscriptionIds: readonly string[],
  kql: string,
  max: number,
): Answer<Listed<JsonObject>> =>
  inPages("arm", max, async (skipToken) => {
    const options: JsonObject = {
      resultFormat: "objectArray",
      $top: ROWS_PER_PAGE,
      ...(skipToken === null ? {} : { $skipToken: skipToken }),
    };
    const body = () => ({ subscriptions: subscriptionIds, query: kql, options });
    const call = await client.call({ method: "POST", path: PATH, body, repeat: "harmless" });
    const answer = armAnswer(client, call);
    if (!answer.ok) return answer;
    const rows = Rows.safeParse(answer.value.body);
    if (!rows.success) return fail(UNREADABLE);
    const { data: items, resultTruncated, $skipToken: next = null } = rows.data;
    if (next === null && resultTruncated === "true") return fail(CUT_SHORT);
    return ok({ items, next });
  });

const CUT_SHORT: TenantFailure = {
  kind: "refused",
  status: 200,
  code: "cut-short",
  message: "Resource Graph cut the answer short: the query must keep the column id to be paged.",
};
