/** Every handler of the API over one backend. */
import type { Backend } from "./backend.ts";
import { batchHandlers } from "./handlers/batches.ts";
import { memberHandlers } from "./handlers/members.ts";
import { platformHandlers } from "./handlers/platform.ts";
import { runbookHandlers } from "./handlers/runbooks.ts";

export const apiHandlers = (backend: Backend) =>
  ({
    ...runbookHandlers(backend),
    ...batchHandlers(backend),
    ...memberHandlers(backend),
    ...platformHandlers(backend),
  }) as const;
