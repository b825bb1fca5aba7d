/** Every handler of the API over one backend. */
import type { Backend } from "./backend.ts";
import { attentionHandlers } from "./handlers/attention.ts";
import { auditHandlers } from "./handlers/audit.ts";
import { batchOrderHandlers } from "./handlers/batch-orders.ts";
import { batchHandlers } from "./handlers/batches.ts";
import { exportHandlers } from "./handlers/export.ts";
import { incidentHandlers } from "./handlers/incidents.ts";
import { insightHandlers } from "./handlers/insight.ts";
import { memberOrderHandlers } from "./handlers/member-orders.ts";
import { memberHandlers } from "./handlers/members.ts";
import { platformHandlers } from "./handlers/platform.ts";
import { previewHandlers } from "./handlers/preview.ts";
import { publishingHandlers } from "./handlers/publishing.ts";
import { runbookCheckHandlers } from "./handlers/runbook-checks.ts";
import { runbookHandlers } from "./handlers/runbooks.ts";
import { streamHandlers } from "./handlers/streams.ts";

export const apiHandlers = (backend: Backend) =>
  ({
    ...runbookHandlers(backend),
    ...runbookCheckHandlers(backend),
    ...publishingHandlers(backend),
    ...previewHandlers(backend),
    ...batchHandlers(backend),
    ...batchOrderHandlers(backend),
    ...memberHandlers(backend),
    ...memberOrderHandlers(backend),
    ...exportHandlers(backend),
    ...incidentHandlers(backend),
    ...attentionHandlers(backend),
    ...insightHandlers(backend),
    ...streamHandlers(backend),
    ...platformHandlers(backend),
    ...auditHandlers(backend),
  }) as const;
