/** What would move something, as the contract offers it: each order with its route, its command and
 *  who may give it. */
import { POLICIES } from "../contract/http/roles.ts";
import { ROUTES } from "../contract/http/routes.ts";
import type { Move } from "../contract/http/why.ts";
import type { MovingOrder, Reason } from "../domain/why/reason.ts";

type RouteName = keyof typeof ROUTES;

type Given = {
  readonly sentence: string;
  readonly route: RouteName | null;
  readonly command: string | null;
  readonly params?: Move["params"];
  readonly body?: Move["body"];
};

/** Each once, in the order of the reasons: the nearest to what was asked about first. */
export function movesOf(reasons: readonly Reason[]): Move[] {
  const moves = new Map<string, Move>();
  for (const order of reasons.flatMap(({ orders }) => orders)) {
    const move = moveOf(givenFor(order));
    const key = JSON.stringify([move.route, move.params, move.body, move.sentence]);
    if (!moves.has(key)) moves.set(key, move);
  }
  return [...moves.values()];
}

const moveOf = ({ sentence, route, command, params = {}, body = null }: Given): Move => ({
  sentence,
  command,
  route,
  params,
  body,
  roles: route === null ? [] : [...POLICIES[ROUTES[route].policy]],
});

function givenFor(order: MovingOrder): Given {
  switch (order.order) {
    case "resume": {
      const { batchId: id, phaseId } = order;
      const ofPhase = phaseId === null ? "" : ` --phase ${phaseId}`;
      return {
        sentence: phaseId === null ? "Lets the batch go on." : "Lets the phase go on.",
        route: "resumeBatch",
        command: `drover batch resume ${id}${ofPhase}`,
        params: { id },
        body: { phaseId },
      };
    }
    case "advance":
      return ofBatch(order.batchId, "advanceBatch", "advance", "Begins what comes next.");
    case "cancel":
      return ofBatch(order.batchId, "cancelBatch", "cancel", "Calls the whole batch off.");
    case "approve-removals": {
      const sentence = "Lets those go whom the source does not show.";
      return ofBatch(order.batchId, "approveRemovals", "approve-removals", sentence);
    }
    case "retry-step":
    case "skip-step":
    case "fail-step":
      return ofStep(order.batchId, order.executionId, order.order);
    default:
      return givenElse(order);
  }
}

const ofBatch = (id: number, route: RouteName, verb: string, sentence: string): Given => ({
  sentence,
  route,
  command: `drover batch ${verb} ${id}`,
  params: { id },
});

const STEP_ORDERS = {
  "retry-step": { route: "retryStep", sentence: "Tries the step again." },
  "skip-step": { route: "skipStep", sentence: "Passes the step over." },
  "fail-step": { route: "failStep", sentence: "Accepts that the step failed." },
} as const;

function ofStep(id: number, stepId: number, order: keyof typeof STEP_ORDERS): Given {
  const { route, sentence } = STEP_ORDERS[order];
  const command = {
    "retry-step": `drover batch retry ${id} --step ${stepId}`,
    "skip-step": `drover batch skip ${id} ${stepId} --reason WHY`,
    "fail-step": `drover batch fail-step ${id} ${stepId} --reason WHY`,
  }[order];
  return { sentence, route, command, params: { id, stepId } };
}

type Else = Exclude<
  MovingOrder,
  {
    readonly order: "resume" | "advance" | "cancel" | "approve-removals" | keyof typeof STEP_ORDERS;
  }
>;

function givenElse(order: Else): Given {
  switch (order.order) {
    case "set-limit": {
      const { key } = order;
      const command = `drover limit set ${key} N`;
      return { sentence: "Allows more at once.", route: "setLimit", command, params: { key } };
    }
    case "register-worker":
      return {
        sentence: `Start a worker that registers as ${order.workerId}.`,
        route: null,
        command: null,
      };
    case "redrive":
    case "discard": {
      const { incidentId, order: verb } = order;
      const isSent = verb === "redrive";
      return {
        sentence: isSent ? "Sends the message again." : "Lets the message go.",
        route: isSent ? "redriveIncident" : "discardIncident",
        command: `drover incident ${verb} ${incidentId}`,
        params: { incidentId },
      };
    }
    case "enable-automation": {
      const name = order.runbookName;
      return {
        sentence: "Looks for new batches again.",
        route: "setAutomation",
        command: `drover automation enable ${name}`,
        params: { name },
        body: { enabled: true },
      };
    }
    case "publish-runbook":
      return {
        sentence: "Publishes a version, which becomes the active one.",
        route: "publishRunbook",
        command: "drover runbook publish FILE",
      };
  }
}
