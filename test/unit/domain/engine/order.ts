/** An operator's order to a run, and the sweep that follows it. */
import type { Command } from "../../../../runtime/domain/engine/commands.ts";
import type { Verdict } from "../../../../runtime/domain/engine/decision.ts";
import { feed, type Run } from "./run.ts";
import { sweep } from "./sweep.ts";

type Order = Command extends infer Each
  ? Each extends Command
    ? Omit<Each, "ifSeq">
    : never
  : never;

export function order(run: Run, given: Order): Verdict | undefined {
  const [verdict] = feed(run, { ...given, ifSeq: null } as Command);
  sweep(run);
  return verdict;
}
