/** The pack as Pulumi starts it. What differs between stacks (a level, a list of regions) comes
 *  from policies/<stack>.json. */
import { PolicyPack } from "@pulumi/policy";
import { RULES } from "./all-rules.ts";

new PolicyPack("drover", { enforcementLevel: "mandatory", policies: RULES });
