/** The text of a result, such that its reader will take it and the bus can carry it (R31). What
 *  cannot be written as it is becomes a failure that says so: no answer at all would make the job
 *  come again and repeat its effect. */

import { instantOf } from "../contract/instant.ts";
import { isPlainJson, readJson } from "../contract/json.ts";
import { LIMITS } from "../contract/limits.ts";
import type { FunctionManifest } from "../contract/manifest.ts";
import { hidingValues } from "../contract/marked-values.ts";
import type { MessageId } from "../contract/message-id.ts";
import { checkEnvelope } from "../contract/messages/envelope.ts";
import type { Properties } from "../contract/messages/properties.ts";
import type { WorkerJob } from "../contract/messages/worker-job.ts";
import {
  type WorkerError,
  type WorkerOutcome,
  workerResult,
} from "../contract/messages/worker-result.ts";
import { fail, ok, type Result } from "../contract/result.ts";
import { hideSecrets, hideSecretsIn, secretsNamedIn } from "../contract/secret-values.ts";
import { errorOfResultKind, errorOfSize } from "./defect-error.ts";
import { changed, hidingMarked } from "./marked-job.ts";

export type HideText = (text: string) => string;

export type Answered = {
  readonly job: WorkerJob;
  readonly outcome: WorkerOutcome;
  readonly durationMs: number | null;
  readonly at: Date;
};

export type Addressed = { readonly messageId: MessageId; readonly properties: Properties };

export function writeResult(
  answered: Answered,
  addressed: Addressed,
  manifest: FunctionManifest | null,
  hideText: HideText,
): string {
  const outcome = stringified(() => hidden(answered, hideText));
  const body =
    outcome === null ? fail(errorOfResultKind) : tryToWrite({ ...answered, outcome }, addressed);
  if (body.ok) return body.value;
  if (manifest === null) throw new Error("an error of the worker itself does not fit a message");
  const defect = { kind: "failed", error: body.error(manifest) } as const;
  return writeResult({ ...answered, outcome: defect }, addressed, null, hideText);
}

function hidden({ job, outcome }: Answered, hideText: HideText): WorkerOutcome {
  if (job.sensitive == null) return withoutNamed(job, outcome, hideText);
  const marked = hidingMarked(job, job.sensitive, outcome);
  const hiding: HideText = (text) => hideText(marked.text(text));
  return marked.restore(withoutNamed(job, marked.outcome, hiding));
}

/** What the job was given as a password and the like is hidden too, in every form. */
function withoutNamed(
  { parameters }: WorkerJob,
  outcome: WorkerOutcome,
  hideText: HideText,
): WorkerOutcome {
  const given = secretsNamedIn(parameters);
  if (given.length === 0) return withoutSecrets(outcome, hideText);
  const { text: hideGiven, value } = hidingValues(given);
  return withoutSecrets(changed(outcome, value), (text) => hideText(hideGiven(text)));
}

/** No secret leaves the worker with a result, whatever its function put there (I30). */
function withoutSecrets(outcome: WorkerOutcome, hideText: HideText): WorkerOutcome {
  switch (outcome.kind) {
    case "succeeded":
      return { ...outcome, result: hideSecrets(outcome.result, hideText) };
    case "polling":
      return { ...outcome, result: hideSecretsIn(outcome.result, hideText) };
    case "failed": {
      const { message, type } = outcome.error;
      const error = { message: hideText(message), type: type === null ? null : hideText(type) };
      return { ...outcome, error: { ...outcome.error, ...error } };
    }
  }
}

type ErrorOf = (manifest: FunctionManifest) => WorkerError;

function tryToWrite(
  { job, outcome, durationMs, at }: Answered,
  addressed: Addressed,
): Result<string, ErrorOf> {
  const { jobId, kind, attempt, poll, correlationData } = job;
  const timestamp = instantOf(at);
  const said = { jobId, kind, attempt, poll, outcome, durationMs, timestamp, correlationData };
  const sensitive = job.sensitive?.results ?? [];
  const message = sensitive.length === 0 ? said : { ...said, sensitive };
  const written = stringified(() => workerResult.write(message));
  if (written === null) return fail(errorOfResultKind);
  if (!written.ok) return fail(tooLarge(written.error));
  const body = written.value;
  const { messageId, properties } = addressed;
  const envelope = checkEnvelope({ messageId, properties, body });
  if (!envelope.ok) return fail(tooLarge(envelope.error));
  return isReadable(outcome, body) ? ok(body) : fail(errorOfResultKind);
}

/** A result is one level deeper in the message than by itself. */
const isReadable = (outcome: WorkerOutcome, body: string): boolean =>
  (outcome.kind !== "failed" && isPlainJson(outcome.result, LIMITS.jsonDepth - 1)) ||
  readJson(body, LIMITS.messageBytes).ok;

const tooLarge =
  ({ bytes, bytesMax }: { readonly bytes: number; readonly bytesMax: number }): ErrorOf =>
  (manifest) =>
    errorOfSize(manifest, bytes, bytesMax);

/** A circle, or a number too large for a double, has no JSON form: null. */
function stringified<Written>(write: () => Written): Written | null {
  try {
    return write();
  } catch {
    return null;
  }
}
