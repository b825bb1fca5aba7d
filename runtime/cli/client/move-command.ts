/** The command by which a person does what `why` proposes: the API names a route, people type
 *  words. Null for a route that no single command stands for. Pure. */
import type { Move } from "../../contract/http/why.ts";
import { shellWord } from "../output/shell-word.ts";

type Words = (move: Move) => readonly (string | number | undefined)[];

const of = ({ params }: Move, name: string): string | number | undefined => params[name];

const WORDS: Readonly<Record<string, Words>> = {
  advanceBatch: (move) => ["batch", "advance", of(move, "id")],
  pauseBatch: (move) => ["batch", "pause", of(move, "id")],
  resumeBatch: (move) => ["batch", "resume", of(move, "id")],
  cancelBatch: (move) => ["batch", "cancel", of(move, "id")],
  retryFailed: (move) => ["batch", "retry", of(move, "id")],
  retryInit: (move) => ["batch", "retry", of(move, "id"), "--init"],
  retryMember: (move) => ["batch", "retry", of(move, "id"), "--member", of(move, "memberId")],
  retryStep: (move) => ["batch", "retry", of(move, "id"), "--step", of(move, "stepId")],
  skipStep: (move) => ["batch", "skip", of(move, "id"), of(move, "stepId"), "--reason", "WHY"],
  failStep: (move) => ["batch", "fail-step", of(move, "id"), of(move, "stepId"), "--reason", "WHY"],
  addMembers: (move) => ["batch", "add-members", of(move, "id"), "--members", "FILE"],
  removeMember: (move) => ["batch", "remove-member", of(move, "id"), of(move, "memberId")],
  approveRemovals: (move) => ["batch", "approve-removals", of(move, "id")],
  setBudget: (move) => ["batch", "budget", of(move, "id"), "--failed-max", "N"],
  dismissAttention: (move) => ["batch", "dismiss", of(move, "id"), subjectOf(move)],
  redriveIncident: (move) => ["incident", "redrive", of(move, "incidentId")],
  discardIncident: (move) => ["incident", "discard", of(move, "incidentId")],
  setLimit: (move) => ["limit", "set", of(move, "key"), "N"],
  publishRunbook: () => ["runbook", "publish", "FILE"],
  setAutomation: (move) => ["automation", "enable", of(move, "name")],
};

const subjectOf = ({ body }: Move): string | undefined =>
  typeof body?.["subject"] === "string" ? body["subject"] : undefined;

export function moveCommand(move: Move): string | null {
  const words = move.route === null ? undefined : WORDS[move.route]?.(move);
  if (words === undefined || words.includes(undefined)) return null;
  return ["drover", ...words].map((word) => shellWord(String(word))).join(" ");
}
