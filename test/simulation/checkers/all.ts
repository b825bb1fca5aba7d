/** Every checker. I7's other half, I36 and I37 compare whole runs and are in `run-seed.ts`. */
import type { Checker } from "../watch/checker.ts";
import { nothingForgotten } from "./i01-nothing-forgotten.ts";
import { oneBatchPerMember } from "./i02-one-batch-per-member.ts";
import { oneRowPerStep } from "./i03-one-row-per-step.ts";
import { oneAtATime } from "./i04-one-at-a-time.ts";
import { onlyCurrentAnswers } from "./i05-only-current-answers.ts";
import { effectsOnce } from "./i06-effects-once.ts";
import { repeatsChangeNothing } from "./i07-repeats-change-nothing.ts";
import { countsAddUp } from "./i08-remaining.ts";
import { phaseEndsWithItsLast } from "./i09-phase-ends.ts";
import { closedParents } from "./i10-closed-parents.ts";
import { fenced } from "./i11-fenced.ts";
import { attemptsGrow } from "./i12-attempts.ts";
import { pollsInTurn } from "./i13-polls.ts";
import { nothingOverdue } from "./i14-nothing-overdue.ts";
import { notBeforeDue } from "./i15-not-before-due.ts";
import { oneKeyOneAnswer } from "./i16-one-key-one-answer.ts";
import { compensationFollows } from "./i17-compensation.ts";
import { drainedFirst } from "./i18-drained-first.ts";
import { alongArrows } from "./i19-arrows.ts";
import { frozenParams } from "./i20-frozen-params.ts";
import { noTransientDeadLetters } from "./i21-no-transient-dead-letters.ts";
import { settledAfterCommit } from "./i22-settled-after-commit.ts";
import { withinLimits } from "./i23-within-limits.ts";
import { removalBreaker } from "./i24-removal-breaker.ts";
import { batchedOnce } from "./i25-batched-once.ts";
import { oneVersion } from "./i26-one-version.ts";
import { honestEnds } from "./i27-honest-ends.ts";
import { everyMoveTold } from "./i28-every-move-told.ts";
import { logReplays } from "./i28-log-replays.ts";
import { gaplessLog } from "./i29-gapless-log.ts";
import { noCanary } from "./i30-no-canary.ts";
import { drained } from "./i31-drained.ts";
import { fencingTokens } from "./i32-fencing.ts";
import { actorsNamed } from "./i33-actors.ts";
import { totalsAgree } from "./i34-totals.ts";
import { incidentsForDeadLetters } from "./i35-incidents.ts";
import { onlyTheStoresClock } from "./i36-only-the-stores-clock.ts";
import { limitsKept } from "./l01-limits-kept.ts";
import { budgetPauses } from "./l02-budget-pauses.ts";
import { committedIsPublished } from "./r03-committed-is-published.ts";
import { oneClaimAtATime } from "./r07-claims.ts";
import { resultsBeforeSettling } from "./r08-results-before-settling.ts";
import { noBlindRepeats } from "./r09-no-blind-repeats.ts";
import { oneIdPerJob } from "./r11-one-id-per-job.ts";
import { jobsAccounted } from "./r19-jobs-accounted.ts";
import { knownWorkers } from "./r20-known-workers.ts";
import { oneBatchAtWork } from "./r36-one-batch-at-work.ts";
import { finalized } from "./x64-finalized.ts";

export const CHECKERS: readonly Checker[] = [
  nothingForgotten,
  oneBatchPerMember,
  oneRowPerStep,
  oneAtATime,
  onlyCurrentAnswers,
  effectsOnce,
  repeatsChangeNothing,
  countsAddUp,
  phaseEndsWithItsLast,
  closedParents,
  fenced,
  attemptsGrow,
  pollsInTurn,
  nothingOverdue,
  notBeforeDue,
  oneKeyOneAnswer,
  compensationFollows,
  drainedFirst,
  alongArrows,
  frozenParams,
  noTransientDeadLetters,
  settledAfterCommit,
  withinLimits,
  removalBreaker,
  batchedOnce,
  oneVersion,
  honestEnds,
  everyMoveTold,
  logReplays,
  gaplessLog,
  noCanary,
  drained,
  fencingTokens,
  actorsNamed,
  totalsAgree,
  incidentsForDeadLetters,
  onlyTheStoresClock,
  limitsKept,
  budgetPauses,
  committedIsPublished,
  oneClaimAtATime,
  resultsBeforeSettling,
  noBlindRepeats,
  oneIdPerJob,
  jobsAccounted,
  knownWorkers,
  oneBatchAtWork,
  finalized,
];
