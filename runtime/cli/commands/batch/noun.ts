/** `drover batch …`, as a line of the command table. */
import type { NounSpec } from "../../table/command-spec.ts";
import { BATCH_ACTING } from "./acting-verbs.ts";
import { BATCH_READING } from "./reading-verbs.ts";

export const BATCH_NOUN: NounSpec = {
  name: "batch",
  about: "make, watch and steer batches",
  examples: [
    ["drover batch list", "what there is"],
    ["drover batch create hello --members people.csv", "make one by hand"],
    ["drover batch watch 12", "follow it"],
    ["drover batch why 12", "why does it not move?"],
  ],
  verbs: [...BATCH_READING, ...BATCH_ACTING],
};
