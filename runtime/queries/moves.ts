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

type Makers = {
  readonly [Name in MovingOrder["order"]]: (order: MovingOrder & { readonly order: Name }) => Given;
};

/** The table pairs each order with its own maker, which the compiler cannot follow through a lookup
 *  by a union. */
const givenFor = (order: MovingOrder): Given =>
  (MAKERS[order.order] as (order: MovingOrder) => Given)(order);

const ofBatch = (id: number, route: RouteName, verb: string, sentence: string): Given => ({
  sentence,
  route,
  command: `drover batch ${verb} ${id}`,
  params: { id },
});

type InStep = { readonly batchId: number; readonly executionId: number };

const ofStep = (
  { batchId: id, executionId: stepId }: InStep,
  route: RouteName,
  words: string,
  sentence: string,
): Given => ({
  sentence,
  route,
  command: `drover batch ${words}`,
  params: { id, stepId },
});

const MAKERS: Makers = {
  resume: ({ batchId: id, phaseId }) => ({
    sentence: phaseId === null ? "Lets the batch go on." : "Lets the phase go on.",
    route: "resumeBatch",
    command: `drover batch resume ${id}${phaseId === null ? "" : ` --phase ${phaseId}`}`,
    params: { id },
    body: { phaseId },
  }),
  advance: ({ batchId }) => ofBatch(batchId, "advanceBatch", "advance", "Begins what comes next."),
  cancel: ({ batchId }) => ofBatch(batchId, "cancelBatch", "cancel", "Calls the batch off."),
  "approve-removals": ({ batchId }) => {
    const sentence = "Lets those go whom the source does not show.";
    return ofBatch(batchId, "approveRemovals", "approve-removals", sentence);
  },
  "retry-step": (order) => {
    const words = `retry ${order.batchId} --step ${order.executionId}`;
    return ofStep(order, "retryStep", words, "Tries the step again.");
  },
  "skip-step": (order) => {
    const words = `skip ${order.batchId} ${order.executionId} --reason WHY`;
    return ofStep(order, "skipStep", words, "Passes the step over.");
  },
  "fail-step": (order) => {
    const words = `fail-step ${order.batchId} ${order.executionId} --reason WHY`;
    return ofStep(order, "failStep", words, "Accepts that the step failed.");
  },
  dismiss: ({ batchId: id, subject }) => ({
    sentence: "Takes it off the list: somebody knows of it.",
    route: "dismissAttention",
    command: `drover batch dismiss ${id} ${subject}`,
    params: { id },
    body: { subject },
  }),
  "register-worker": ({ workerId }) => ({
    sentence: `Start a worker that registers as ${workerId}.`,
    route: null,
    command: null,
  }),
  "set-limit": ({ key }) => ({
    sentence: "Allows more at once.",
    route: "setLimit",
    command: `drover limit set ${key} N`,
    params: { key },
  }),
  redrive: ({ incidentId }) => ({
    sentence: "Sends the message again.",
    route: "redriveIncident",
    command: `drover incident redrive ${incidentId}`,
    params: { incidentId },
  }),
  discard: ({ incidentId }) => ({
    sentence: "Lets the message go.",
    route: "discardIncident",
    command: `drover incident discard ${incidentId}`,
    params: { incidentId },
  }),
  "enable-automation": ({ runbookName: name }) => ({
    sentence: "Looks for new batches again.",
    route: "setAutomation",
    command: `drover automation enable ${name}`,
    params: { name },
    body: { automationEnabled: true },
  }),
  "publish-runbook": () => ({
    sentence: "Publishes a version, which becomes the active one.",
    route: "publishRunbook",
    command: "drover runbook publish FILE",
  }),
};
