/** The list of rules, one file each. The pack imports nothing of the estate that it judges: the
 *  judge must not share a mistake with the accused. What differs between stacks (a level, a list
 *  of regions) comes from policies/<stack>.json. */
import { PolicyPack } from "@pulumi/policy";
import { dataRolesOnEntities } from "./identity/data-roles-on-entities.ts";
import { noOwnerAssignments } from "./identity/no-owner-assignments.ts";
import { allowedRegions } from "./resource/allowed-regions.ts";
import { requiredTags } from "./resource/required-tags.ts";
import { deadLetterOnExpiration } from "./service-bus/dead-letter-on-expiration.ts";
import { defaultRuleReplaced } from "./service-bus/default-rule-replaced.ts";
import { localAuthOff } from "./service-bus/local-auth-off.ts";
import { privateEndpointNeedsPremium } from "./service-bus/premium-for-endpoints.ts";
import { publicAccessOff } from "./service-bus/public-access-off.ts";
import { subscriptionTtl } from "./service-bus/subscription-ttl.ts";
import { tls12 } from "./service-bus/tls-1-2.ts";

new PolicyPack("drover", {
  enforcementLevel: "mandatory",
  policies: [
    requiredTags,
    allowedRegions,
    localAuthOff,
    tls12,
    publicAccessOff,
    privateEndpointNeedsPremium,
    subscriptionTtl,
    deadLetterOnExpiration,
    defaultRuleReplaced,
    noOwnerAssignments,
    dataRolesOnEntities,
  ],
});
