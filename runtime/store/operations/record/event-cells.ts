/** A logged event from its cells, in the order in which `read-events` selects them. */
import type { LoggedEvent } from "../../records.ts";
import { type Cell, json, plain } from "../columns.ts";

const BATCH = plain<LoggedEvent["batchId"]>("batch_id");
const MEMBER = plain<LoggedEvent["memberId"]>("member_id");
const EXECUTION = plain<LoggedEvent["executionId"]>("execution_id");
const PHASE = plain<LoggedEvent["phaseId"]>("phase_id");
const TEXT = plain<string | null>("text");
const DETAIL = json<LoggedEvent["detail"]>("detail_json");

export function eventOf(cells: readonly Cell[]): LoggedEvent {
  const at = (index: number): Cell => cells[index] ?? null;
  return {
    batchId: BATCH.read(at(0)),
    seq: Number(at(1)),
    at: new Date(String(at(2))),
    actor: String(at(3)),
    cause: String(at(4)),
    type: String(at(5)),
    memberId: MEMBER.read(at(6)),
    executionId: EXECUTION.read(at(7)),
    phaseId: PHASE.read(at(8)),
    from: TEXT.read(at(9)),
    to: TEXT.read(at(10)),
    next: EXECUTION.read(at(11)),
    detail: DETAIL.read(at(12)),
  };
}
