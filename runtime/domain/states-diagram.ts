/** A transition table as Mermaid text, for the documentation: the picture cannot drift from
 *  the table it is drawn from. Arrows between the same two statuses share one line. */
import { isTerminal, type Moves, statusesOf } from "./moves.ts";

const OPERATOR_MARK = " (operator)";
const words = (identifier: string): string => identifier.replaceAll("_", " ");

export function statesDiagram<Status extends string>(
  moves: Moves<Status, string>,
  start: Status,
): string {
  const lines = ["stateDiagram-v2", `  [*] --> ${start}`];
  for (const from of statusesOf(moves)) {
    const labels = Map.groupBy(moves[from], (move) => move.to);
    for (const [to, arrows] of labels) {
      const causes = arrows.map(
        (arrow) => `${words(arrow.cause)}${arrow.operatorOnly ? OPERATOR_MARK : ""}`,
      );
      lines.push(`  ${from} --> ${to}: ${causes.join(", ")}`);
    }
    if (isTerminal(moves, from)) lines.push(`  ${from} --> [*]`);
  }
  return `${lines.join("\n")}\n`;
}
