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
    ...chain.map((reason) => `${label("because")}${aboutText(reason)}${reasonText(reason, look)}`),
    ...againText([...(current === null ? [] : [current]), ...chain], look).map(
      (text) => `${label("Again")}${text}`,
    ),
    ...moves.map((move) => `${label("To move")}${moveText(move, look)}`),
    ...(eta === null ? [] : [`${label("Ends")}${etaText(eta, look)}`]),
  ];
  return `${lines.join("\n")}\n`;
}

const reasonText = ({ sentence, kind }: Reason, { paint }: Look): string =>
  `${visibleLine(sentence)} ${paint.faint(`[${kind}]`)}`;

const aboutText = ({ subject }: Reason): string => `${subject.kind} ${visibleLine(subject.name)}: `;

/** When the root of the chain is looked at by itself. */
function againText(reasons: readonly Reason[], look: Look): readonly string[] {
  const again = timeFact(reasons.at(-1)?.until ?? null, look);
  return again === null ? [] : [`looked at by itself ${again}`];
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
