/** A reason for people: what, why, because of what, what would move it, until when. */
import type { Eta, Move, Reason, Why } from "../../../contract/http/why.ts";
import { moveCommand } from "../../client/move-command.ts";
import type { Look } from "../../output/columns.ts";
import { timeFact } from "../../output/details.ts";
import { visibleLine } from "../../output/visible.ts";

export function whyText({ subject, batchId, status, current, chain, moves, eta }: Why, look: Look) {
  const { faint, strong } = look.paint;
  const name =
    subject.kind === "batch"
      ? `Batch ${batchId} (${subject.name})`
      : `The ${subject.kind} ${subject.name} of batch ${batchId}`;
  const label = (text: string): string => faint(text.padEnd(9));
  const lines = [
    `${strong(visibleLine(name))} is ${status}.`,
    ...(current === null
      ? ["It has ended; nothing keeps it."]
      : [`${label("Why")}${reasonText(current, look)}`]),
    ...chain.map((reason) => `${label("because")}${reasonText(reason, look)}`),
    ...moves.map((move) => `${label("To move")}${moveText(move, look)}`),
    ...(eta === null ? [] : [`${label("Ends")}${etaText(eta, look)}`]),
  ];
  return `${lines.join("\n")}\n`;
}

function reasonText({ sentence, until, kind }: Reason, look: Look): string {
  const again = until === null ? "" : ` Looked at again: ${timeFact(until, look)}.`;
  return `${visibleLine(sentence)}${again} ${look.paint.faint(`[${kind}]`)}`;
}

function moveText(move: Move, { paint }: Look): string {
  const command = moveCommand(move) ?? move.command;
  const who = move.roles.length === 0 ? "" : paint.faint(` (${move.roles.join(" or ")})`);
  const shown = command === null ? "" : `${paint.accent(visibleLine(command))}  `;
  return `${shown}${visibleLine(move.sentence)}${who}`;
}

function etaText({ earliest, latest, basis }: Eta, look: Look): string {
  const reason = visibleLine(basis);
  if (earliest === null && latest === null) return reason;
  const from = timeFact(earliest, look) ?? "now";
  const to = timeFact(latest, look);
  return `${to === null ? `not before ${from}` : `between ${from} and ${to}`}: ${reason}`;
}
