/** `on_failure` and the rollbacks it names (M-027). */
import { type Finding, finding } from "./finding.ts";
import type { Outline } from "./outline.ts";
import { didYouMean, quote } from "./suggest.ts";

export function checkRollbacks(outline: Outline): readonly Finding[] {
  const { sequences, hidesRollbacks, hidesNames } = outline;
  const rollbacks = new Map(
    sequences.flatMap(({ kind, name }) =>
      kind === "rollback" && name !== null ? [[name.value, name] as const] : [],
    ),
  );
  const used = new Set<string>();
  const findings: Finding[] = [];
  for (const { kind, steps } of sequences) {
    for (const { onFailure, where } of steps ?? []) {
      if (onFailure === null) continue;
      if (kind === "rollback") {
        const message = `${where} is itself part of a rollback; its on_failure has no effect`;
        findings.push(finding("W3004", onFailure.start, message, "Remove on_failure."));
      } else used.add(onFailure.value);
      if (hidesRollbacks || rollbacks.has(onFailure.value)) continue;
      const message = `${where}.on_failure names ${quote(onFailure.value)}, which is no rollback`;
      findings.push(
        finding("E3002", onFailure.start, message, hintFor(onFailure.value, rollbacks)),
      );
    }
  }
  for (const [name, { start }] of rollbacks) {
    if (!used.has(name) && !hidesNames)
      findings.push(finding("W3003", start, `no step uses the rollback ${quote(name)}`));
  }
  return findings;
}

function hintFor(typed: string, rollbacks: ReadonlyMap<string, unknown>): string {
  if (rollbacks.size === 0) return "Add it under `rollbacks:`.";
  return (
    didYouMean(typed, rollbacks.keys()) ?? `Known rollbacks: ${[...rollbacks.keys()].join(", ")}.`
  );
}
