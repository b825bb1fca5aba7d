/** Every statement behind reasons, timelines, failures, searches and the overview: a store prepares
 *  each when it is first asked for, a test compiles them all for every dialect. */
import type { Operation } from "../operation.ts";
import { armedMembers } from "./armed-members.ts";
import { batchIncidents } from "./batch-incidents.ts";
import { chunksByTime } from "./chunks-by-time.ts";
import { failedEnds } from "./failed-ends.ts";
import { failedSteps } from "./failed-steps.ts";
import { findMember } from "./find-member.ts";
import { membersByFailure, membersByKey, membersNewest } from "./found-members.ts";
import { memberAbsences } from "./member-absences.ts";
import { namedSteps } from "./named-steps.ts";
import { newestChunks } from "./newest-chunks.ts";
import { nextPhases } from "./next-phases.ts";
import { openCounts } from "./open-counts.ts";
import { parkedSteps } from "./parked-steps.ts";
import { sampleMembers } from "./sample-members.ts";
import { seenMembers } from "./seen-members.ts";
import { seenSteps } from "./seen-steps.ts";
import { stepsOfMembers } from "./steps-of-members.ts";

export const INSIGHT_OPERATIONS: readonly Operation[] = [
  armedMembers,
  batchIncidents,
  chunksByTime,
  failedEnds,
  failedSteps,
  findMember,
  memberAbsences,
  membersByFailure,
  membersByKey,
  membersNewest,
  namedSteps,
  newestChunks,
  nextPhases,
  openCounts,
  parkedSteps,
  sampleMembers,
  seenMembers,
  seenSteps,
  stepsOfMembers,
];
