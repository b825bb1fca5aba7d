/** Who may do what: component × role × narrowest scope, each with its reason. Infra assigns
 *  exactly these, the offline preview compares a plan with them, and nothing else exists. */
import type { Right } from "./right-shape.ts";
import { ENGINE_RIGHTS } from "./rights/engine.ts";
import { HAYMAKER_RIGHTS } from "./rights/haymaker.ts";
import { RUN_CARD_RIGHTS } from "./rights/run-cards.ts";
import { SCALER_RIGHTS } from "./rights/scaler.ts";

export const RIGHTS: readonly Right[] = [
  ...ENGINE_RIGHTS,
  ...HAYMAKER_RIGHTS,
  ...RUN_CARD_RIGHTS,
  ...SCALER_RIGHTS,
];
