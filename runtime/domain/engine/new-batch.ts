/** A batch as it begins: found or made, without members, and nothing has happened to it. */
import { BATCH_START } from "../batch.ts";
import type { BatchRow } from "./rows.ts";

export const newBatch = ({
  id,
  runbookName,
  version,
  start,
  isManual,
  budget,
}: Pick<
  BatchRow,
  "id" | "runbookName" | "version" | "start" | "isManual" | "budget"
>): BatchRow => ({
  id,
  runbookName,
  version,
  start,
  isManual,
  status: BATCH_START,
  statusReason: null,
  outcome: null,
  endedAt: null,
  fence: 1,
  paused: false,
  finalize: "waiting",
  budget,
  failuresAccepted: 0,
  acceptances: 0,
  memberCount: 0,
  activeMembers: 0,
  failedMembers: 0,
  lateExecutions: 0,
  compensations: 0,
  inFlight: 0,
  eventSeq: 0,
});
