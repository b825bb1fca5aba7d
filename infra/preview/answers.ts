/** What functions of the provider return when nobody is logged in to Azure: valid in form, and
 *  plainly not real. */
import type { JsonObject } from "./planned-resource.ts";

export type Answers = Readonly<Record<string, JsonObject>>;

const NOBODY = "00000000-0000-0000-0000-000000000000";

export const OFFLINE_ANSWERS: Answers = {
  "azure-native:authorization:getClientConfig": {
    clientId: NOBODY,
    objectId: NOBODY,
    subscriptionId: NOBODY,
    tenantId: NOBODY,
  },
};
