/** The ways a delivery ends: answered, answered with what the ledger remembers, or refused. Its
 *  slot is free afterwards, and deliveries that waited for the same job are settled: their answer
 *  is out too. Where the worker had to end first nothing is done: whoever ends it gives back. */
import type { Bus } from "../bus/bus.ts";
import type { Received } from "../bus/message.ts";
import type { FunctionManifest } from "../contract/manifest.ts";
import type { WorkerOutcome } from "../contract/messages/worker-result.ts";
import type { Clock } from "../time/clock.ts";
import { addressOf, type Delivery, ledgerJob } from "./delivery.ts";
import type { Observe } from "./fault.ts";
import type { HeldLock, HeldLocks } from "./held-locks.ts";
import type { InHand } from "./in-hand.ts";
import type { Refusal } from "./read-job.ts";
import { needsLedger } from "./repeating.ts";
import type { Answer } from "./report.ts";
import type { Reporter } from "./reporter.ts";
import { type HideText, writeResult } from "./write-result.ts";

export type AnsweringParts = {
  readonly bus: Pick<Bus, "settle">;
  readonly clock: Clock;
  readonly observe: Observe;
  readonly reporter: Reporter;
  readonly inHand: InHand;
  readonly locks: Pick<HeldLocks, "letGo">;
  /** Takes secrets out of what functions answer. */
  readonly scrub: HideText;
  /** Told of a bug. */
  readonly defect: (error: unknown) => void;
};

/** What ran, and for how long. */
export type Ran = { readonly manifest: FunctionManifest; readonly durationMs: number };

export type Answering = {
  /** `ran` is null where no function did: such an answer is not kept. */
  readonly answer: (delivery: Delivery, outcome: WorkerOutcome, ran: Ran | null) => void;
  /** With the text the ledger has. */
  readonly repeat: (delivery: Delivery, body: string) => void;
  readonly refuse: (message: Received, held: HeldLock, refusal: Refusal) => void;
};

export function answering(parts: AnsweringParts): Answering {
  const { clock, observe, reporter, inHand, locks, scrub, defect } = parts;

  const send = (
    { job, held }: Delivery,
    message: Answer["message"],
    keep: Answer["keep"],
  ): void => {
    reporter.send({ kind: "answer", lock: held.lock, message, keep }, () => {
      locks.letGo(held);
      const others = inHand.release(job.jobId);
      if (others.length > 0) complete(parts, others).catch(defect);
    });
  };
  return {
    answer: (delivery, outcome, ran) => {
      const { job } = delivery;
      const answered = { job, outcome, durationMs: ran?.durationMs ?? null, at: clock.now() };
      const manifest = ran?.manifest ?? null;
      const address = addressOf(delivery);
      const body = writeResult(answered, address, manifest, scrub);
      const isKept = manifest !== null && needsLedger(manifest);
      const { messageId, properties } = address;
      send(delivery, { messageId, body, properties }, isKept ? ledgerJob(delivery) : null);
    },
    repeat: (delivery, body) => send(delivery, { ...addressOf(delivery), body }, null),
    refuse: ({ messageId }, held, refusal) => {
      observe({ kind: "job-refused", messageId, reason: refusal.reason });
      reporter.send({ kind: "refused", lock: held.lock, ...refusal }, () => locks.letGo(held));
    },
  };
}

async function complete(
  { bus, observe, locks }: AnsweringParts,
  all: readonly HeldLock[],
): Promise<void> {
  const left = all.flatMap(({ lock }) => lock ?? []);
  const completions = left.map((lock) => ({ kind: "complete", lock }) as const);
  const answers = completions.length === 0 ? [] : await bus.settle(completions);
  for (const answer of answers) {
    if (!answer.ok) observe({ kind: "settle-failed", failure: answer.error });
  }
  for (const held of all) locks.letGo(held);
}
