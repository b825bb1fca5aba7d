/** Names of what one run makes for one scenario, and of a container for one message.
 *  They end in the run's first eight digits: a vault keeps a deleted secret's name, and
 *  runs overlap, so a name must never come back. */
import type { RunId, ScenarioName } from "./identifiers.ts";
import { HASH_CHARS, joinWithin, shortHash } from "./naming.ts";
import { NAME_RULES } from "./naming-rules.ts";

const RUN_CHARS = 8;
/** A hundred bits: a second message with the same name would never get its container. */
const MESSAGE_HASH_CHARS = 20;

export type ScenarioRun = { readonly scenario: ScenarioName; readonly run: RunId };

const run8 = (run: RunId): string => run.slice(0, RUN_CHARS);

export const principalName = ({ scenario, run }: ScenarioRun): string =>
  `AzureHayMaker-${scenario}-admin-${run8(run)}`;

export const scenarioSecretName = ({ scenario, run }: ScenarioRun): string =>
  `scenario-sp-${scenario}-secret-${run8(run)}`;

export const scenarioResourceGroupName = ({ scenario, run }: ScenarioRun): string =>
  `AzureHayMaker-${scenario}-rg-${run8(run)}`;

/** Too short a limit for most scenarios' names, so it also carries a hash of both. */
export function agentJobName({ scenario, run }: ScenarioRun): string {
  const hash = shortHash([scenario, run], HASH_CHARS);
  const { charsMax } = NAME_RULES.containerAppJob;
  return joinWithin([`a-${scenario}`], "-", { charsMax, hash: `${hash}-${run8(run)}` });
}

/** The same message gets the same name after a crash, so it cannot get two containers (C-020). */
export function containerGroupName(request: {
  readonly prefix: string;
  readonly subscription: string;
  readonly messageId: string;
}): string {
  const { prefix, subscription, messageId } = request;
  const hash = shortHash([prefix, subscription, messageId], MESSAGE_HASH_CHARS);
  const { charsMax } = NAME_RULES.containerGroup;
  return joinWithin([prefix], "-", { charsMax, hash });
}
