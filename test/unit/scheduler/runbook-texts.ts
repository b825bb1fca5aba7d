/** Runbooks for the scheduler, as text, and their publishing. */
import type { Engine } from "../../../runtime/engine/engine.ts";
import { answerOf } from "../../conformance/bus/answers.ts";

export const PLAIN = "plan-a";

type Kind = {
  readonly name?: string;
  readonly source?: readonly string[];
  readonly top?: readonly string[];
  readonly offsets?: readonly string[];
  /** Further lines of every step. */
  readonly each?: readonly string[];
};

export const step = (
  indent: string,
  name: string,
  more: readonly string[] = [],
): readonly string[] =>
  [
    `- name: ${name}`,
    "  worker_id: worker-01",
    "  function: Set-Thing",
    "  params:",
    '    Key: "{{Key}}"',
    ...more.map((line) => `  ${line}`),
  ].map((line) => indent + line);

export const REMOVAL: readonly string[] = ["on_member_removed:", ...step("  ", "undo")];
export const IMMEDIATE = ["  batch_time: immediate"];
export const BY_START = ["  batch_time_column: Start"];

/** A runbook with a phase of one step for each offset. */
export const yamlOf = ({
  name = PLAIN,
  source = BY_START,
  top = [],
  offsets = ["T-0"],
  each = [],
}: Kind = {}): string =>
  [
    `name: ${name}`,
    "data_source:",
    "  type: csv",
    "  primary_key: Key",
    ...source,
    ...top,
    "phases:",
    ...offsets.flatMap((offset, index) => [
      `  - name: phase-${index}`,
      `    offset: ${offset}`,
      "    steps:",
      ...step("      ", `step-${index}`, each),
    ]),
  ].join("\n");

export async function publish(
  { engine }: { readonly engine: Engine },
  kind: Kind = {},
): Promise<void> {
  const { name } = answerOf(
    await engine.publishRunbook({ yaml: yamlOf(kind), publishedBy: "ada" }),
  );
  answerOf(await engine.setAutomation(name, true, "ada"));
}
