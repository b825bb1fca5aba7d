/** What auditors are shown. */
import { ok } from "../../contract/result.ts";
import type { Backend } from "../backend.ts";
import { storeAway } from "../serving/answer.ts";
import { pageBody, pageIn } from "../serving/cursor.ts";
import type { HandlersOf } from "../serving/handler.ts";

export const auditHandlers = ({ audit }: Pick<Backend, "audit">): HandlersOf<"listAudit"> => ({
  listAudit: async ({ query }) => {
    const page = pageIn(query);
    if (!page.ok) return page;
    const found = await audit.page(page.value);
    return found.ok ? ok(pageBody(found.value, page.value.after)) : storeAway(found.error);
  },
});
