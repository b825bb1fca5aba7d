/** A compiled runbook as the contract draws it. */
import type { OutlineStep, RunbookOutline } from "../../contract/http/runbook-outline.ts";
import type { Param, Runbook, Step } from "../../domain/runbook.ts";
import { sensitiveNames } from "../../domain/sensitive-names.ts";

export function outlineFor(runbook: Runbook): RunbookOutline {
  const { source, timeZone, init, phases, onMemberRemoved, finalize, rollbacks } = runbook;
  const { type, connection, query, primaryKey, batchTime, columns, sensitive } = source;
  return {
    source: {
      type,
      connection,
      query,
      primaryKey,
      batchTimeColumn: batchTime.kind === "column" ? batchTime.column : null,
      columns: columns === null ? null : [...columns],
      sensitive: [...sensitive],
    },
    timeZone,
    init: init.map(stepOf),
    phases: phases.map(({ name, offsetMinutes, barrier, completion, gate, steps }) => ({
      name,
      offsetMinutes,
      barrier,
      completion,
      gate,
      steps: steps.map(stepOf),
    })),
    onMemberRemoved: onMemberRemoved.map(stepOf),
    finalize: finalize.map(stepOf),
    rollbacks: [...rollbacks].map(([name, steps]) => ({ name, steps: steps.map(stepOf) })),
  };
}

const stepOf = (step: Step): OutlineStep => ({
  name: step.name,
  workerId: step.workerId,
  functionName: step.function.source,
  params: Object.fromEntries([...step.params].map(([name, param]) => [name, shownParam(param)])),
  outputs: Object.fromEntries(step.outputParams),
  sensitive: sensitiveNames(step).map(({ name }) => name),
  onFailure: step.onFailure,
  poll: step.poll,
  maxRetries: step.retry.maxRetries,
  retryIntervalSec: step.retry.intervalSec,
});

function shownParam(param: Param): unknown {
  switch (param.kind) {
    case "template":
      return param.text.source;
    case "literal":
      return param.value;
    case "list":
      return param.items.map(shownParam);
    case "map":
      return Object.fromEntries([...param.entries].map(([key, value]) => [key, shownParam(value)]));
  }
}
