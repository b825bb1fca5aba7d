/** The scaler and the containers it starts. The scaler only looks at messages; the containers
 *  read them. Two identities, so that looking never implies pulling an image or the reverse. */
import type { Component } from "../component-shape.ts";
import { USES_NOTHING } from "./unused.ts";

export const SCALER_COMPONENTS = {
  scaler: {
    ...USES_NOTHING,
    kind: "function-app",
    system: "S4",
    purpose: "Starts a container of the right size for each waiting request and cleans up.",
    apart: "It may create containers, and it needs neither the database nor a secret.",
    entry: "runtime/hosts/functions/scaler.ts",
    triggers: [{ kind: "timer", schedule: "scaler-pass" }],
    scale: { alwaysReady: 0, max: 1, memoryMb: 512 },
    receives: [{ topic: "scale-requests", subscription: "*", part: "peek" }],
  },
  "scaled-container": {
    ...USES_NOTHING,
    kind: "container-group",
    system: "S4",
    purpose: "Handles one request with the team's own image, then ends.",
    apart: "Code that is not ours, sized for one message.",
    imageSetting: "ACI_IMAGE",
    restart: "Never",
    triggers: [{ kind: "start", by: "scaler, once for each request" }],
    receives: [{ topic: "scale-requests", subscription: "*", part: "messages" }],
  },
} as const satisfies Readonly<Record<string, Component>>;
