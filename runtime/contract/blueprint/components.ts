/** Every deployable of the estate, by name. Infra creates one of each, the local host starts
 *  the same ones in one process; a name that is not here belongs to nothing of ours. */
import type { Component } from "./component-shape.ts";
import { ENGINE_COMPONENTS } from "./components/engine.ts";
import { HAYMAKER_COMPONENTS } from "./components/haymaker.ts";
import { RUN_CARD_COMPONENTS } from "./components/run-cards.ts";
import { SCALER_COMPONENTS } from "./components/scaler.ts";

export const COMPONENTS = {
  ...ENGINE_COMPONENTS,
  ...HAYMAKER_COMPONENTS,
  ...RUN_CARD_COMPONENTS,
  ...SCALER_COMPONENTS,
} as const satisfies Readonly<Record<string, Component>>;

export type ComponentName = keyof typeof COMPONENTS;

/** Ids that a built-in worker holds; a stack may not give them to a worker of its own. */
export const RESERVED_WORKER_IDS = [COMPONENTS["haymaker-worker"].workers.id] as const;
