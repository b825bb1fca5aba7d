/** Every operation with a fixed text, in one list: a store compiles them all when it is opened, and
 *  a test compiles them for every dialect. Patches are the only others. */

import { batchWaits } from "./batch/batch-waits.ts";
import { everBatched } from "./batch/ever-batched.ts";
import { findBatch } from "./batch/find-batch.ts";
import { insertBatches } from "./batch/insert-batches.ts";
import { keyHolders } from "./batch/key-holders.ts";
import { listMembers } from "./batch/list-members.ts";
import { liveBatches } from "./batch/live-batches.ts";
import { readBatch } from "./batch/read-batch.ts";
import { waitingMembers } from "./batch/waiting-members.ts";
import { cancelOpen } from "./bulk/cancel-open.ts";
import { closeHeldAttention } from "./bulk/close-held-attention.ts";
import { letGoHeld } from "./bulk/let-go-held.ts";
import { openPhase } from "./bulk/open-phase.ts";
import { wake } from "./bulk/wake.ts";
import { deleteAbsence } from "./discovery/delete-absence.ts";
import { insertAbsence } from "./discovery/insert-absence.ts";
import { knownMembers } from "./discovery/known-members.ts";
import { listAbsences } from "./discovery/list-absences.ts";
import { startedMembers } from "./discovery/started-members.ts";
import { throughMembers } from "./discovery/through-members.ts";
import { updateAbsence } from "./discovery/update-absence.ts";
import { dueExecutions } from "./due/due-executions.ts";
import { duePhases } from "./due/due-phases.ts";
import { dueSlots } from "./due/due-slots.ts";
import { nextDue } from "./due/next-due.ts";
import { closeIncident } from "./incident/close-incident.ts";
import { countFitting } from "./incident/count-fitting.ts";
import { countIncidents } from "./incident/count-incidents.ts";
import { findIncident } from "./incident/find-incident.ts";
import { insertIncident } from "./incident/insert-incident.ts";
import { openIncidents } from "./incident/open-incidents.ts";
import { readIncident } from "./incident/read-incident.ts";
import { acquireLease } from "./lease/acquire-lease.ts";
import { extendLease } from "./lease/extend-lease.ts";
import { insertLease } from "./lease/insert-lease.ts";
import { leaseEnd } from "./lease/lease-end.ts";
import { loadAttention } from "./load/load-attention.ts";
import { loadBatches } from "./load/load-batches.ts";
import { loadExecutions } from "./load/load-executions.ts";
import { loadMembers } from "./load/load-members.ts";
import { loadPhases } from "./load/load-phases.ts";
import { loadSlots } from "./load/load-slots.ts";
import { membersByKeys } from "./load/members-by-keys.ts";
import { membersOfExecutions } from "./load/members-of-executions.ts";
import { parkedExecutions } from "./load/parked-executions.ts";
import { checkLease } from "./lock/check-lease.ts";
import { lockBatches } from "./lock/lock-batches.ts";
import { moveNextId } from "./lock/move-next-id.ts";
import { readNextIds } from "./lock/read-next-ids.ts";
import { batchesOfExecutions } from "./lookup/batches-of-executions.ts";
import { dealtLimits } from "./lookup/dealt-limits.ts";
import { drainingMembers } from "./lookup/draining-members.ts";
import { failedMembers } from "./lookup/failed-members.ts";
import { listedByKeys } from "./lookup/listed-by-keys.ts";
import { memberHeldElsewhere } from "./lookup/member-held-elsewhere.ts";
import { membersBusyElsewhere } from "./lookup/members-busy-elsewhere.ts";
import type { Operation } from "./operation.ts";
import { claimMessages } from "./outbox/claim-messages.ts";
import { countMessages } from "./outbox/count-messages.ts";
import { deleteMessages } from "./outbox/delete-messages.ts";
import { insertMessage } from "./outbox/insert-message.ts";
import { findConsumed } from "./record/find-consumed.ts";
import { insertAnswers } from "./record/insert-answers.ts";
import { insertConsumed } from "./record/insert-consumed.ts";
import { openAttentionPage } from "./record/open-attention-page.ts";
import { pruneAnswers } from "./record/prune-answers.ts";
import { pruneConsumed } from "./record/prune-consumed.ts";
import { readEvents } from "./record/read-events.ts";
import { recallAnswer } from "./record/recall-answer.ts";
import { activeRunbooks } from "./runbook/active-runbooks.ts";
import { deactivateRunbook } from "./runbook/deactivate-runbook.ts";
import { disableAutomation } from "./runbook/disable-automation.ts";
import { enableAutomation } from "./runbook/enable-automation.ts";
import { insertAutomation } from "./runbook/insert-automation.ts";
import { insertRunbook } from "./runbook/insert-runbook.ts";
import { insertStepPlans } from "./runbook/insert-step-plans.ts";
import { newestVersion } from "./runbook/newest-version.ts";
import { noteRunbookError } from "./runbook/note-runbook-error.ts";
import { readAutomation } from "./runbook/read-automation.ts";
import { runbookVersions } from "./runbook/runbook-versions.ts";
import { deleteLimit } from "./worker/delete-limit.ts";
import { insertLimit } from "./worker/insert-limit.ts";
import { insertWorker } from "./worker/insert-worker.ts";
import { listLimits } from "./worker/list-limits.ts";
import { listWorkers } from "./worker/list-workers.ts";
import { noteSeen } from "./worker/note-seen.ts";
import { slotsOfLimit } from "./worker/slots-of-limit.ts";
import { updateLimit } from "./worker/update-limit.ts";
import { updateWorker } from "./worker/update-worker.ts";
import { closeAttention } from "./write/close-attention.ts";
import { insertTransitions } from "./write/decision-calls.ts";
import { insertEvents } from "./write/event-calls.ts";
import { holdKeys } from "./write/hold-keys.ts";
import { INSERTS } from "./write/insert-calls.ts";
import { openAttention } from "./write/open-attention.ts";

export const OPERATIONS: readonly Operation[] = [
  ...Object.values(INSERTS),
  everBatched,
  findBatch,
  insertBatches,
  keyHolders,
  listMembers,
  liveBatches,
  readBatch,
  waitingMembers,
  batchWaits,
  cancelOpen,
  closeHeldAttention,
  letGoHeld,
  openPhase,
  wake,
  deleteAbsence,
  insertAbsence,
  knownMembers,
  listAbsences,
  startedMembers,
  throughMembers,
  updateAbsence,
  dueExecutions,
  duePhases,
  dueSlots,
  nextDue,
  closeIncident,
  countFitting,
  countIncidents,
  findIncident,
  insertIncident,
  openIncidents,
  readIncident,
  acquireLease,
  extendLease,
  insertLease,
  leaseEnd,
  loadAttention,
  loadBatches,
  loadExecutions,
  loadMembers,
  loadPhases,
  loadSlots,
  membersByKeys,
  membersOfExecutions,
  parkedExecutions,
  checkLease,
  lockBatches,
  moveNextId,
  readNextIds,
  batchesOfExecutions,
  dealtLimits,
  drainingMembers,
  memberHeldElsewhere,
  membersBusyElsewhere,
  failedMembers,
  listedByKeys,
  claimMessages,
  countMessages,
  deleteMessages,
  insertMessage,
  findConsumed,
  insertAnswers,
  insertConsumed,
  openAttentionPage,
  pruneAnswers,
  pruneConsumed,
  readEvents,
  recallAnswer,
  activeRunbooks,
  deactivateRunbook,
  disableAutomation,
  enableAutomation,
  insertAutomation,
  insertRunbook,
  insertStepPlans,
  newestVersion,
  noteRunbookError,
  readAutomation,
  runbookVersions,
  deleteLimit,
  insertLimit,
  insertWorker,
  listLimits,
  listWorkers,
  noteSeen,
  slotsOfLimit,
  updateLimit,
  updateWorker,
  closeAttention,
  insertTransitions,
  insertEvents,
  holdKeys,
  openAttention,
];
