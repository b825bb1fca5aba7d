/** The subscription that the estate is planned for when nobody is logged in: names follow from it,
 *  so the stand-ins must have the one of the offline preview. */
import { OFFLINE_ANSWERS } from "../../../infra/preview/answers.ts";

export const OWN_SUBSCRIPTION = String(
  OFFLINE_ANSWERS["azure-native:authorization:getClientConfig"]?.["subscriptionId"] ?? "",
);
