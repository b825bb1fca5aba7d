/** What a worker tells whoever watches it: things that went wrong around the jobs, not the
 *  failures of jobs, which are results. Nothing here quotes a body, a parameter or the text of an
 *  error that a function threw: those hold personal data. */
import type { PublishFailure, ReceiveFailure, SettleFailure } from "../bus/failure.ts";
import type { JobId } from "../contract/job-id.ts";
import type { FunctionName } from "../contract/manifest.ts";
import type { LedgerFailure } from "../ledger/ledger.ts";

export type Fault =
  | { readonly kind: "receive-failed"; readonly failure: ReceiveFailure }
  | { readonly kind: "renew-failed"; readonly failure: SettleFailure }
  | { readonly kind: "ledger-failed"; readonly failure: LedgerFailure }
  | { readonly kind: "publish-failed"; readonly failure: PublishFailure }
  | { readonly kind: "settle-failed"; readonly failure: SettleFailure }
  | { readonly kind: "job-refused"; readonly messageId: string; readonly reason: string }
  /** It never answered, or not in time; its slot is free again. */
  | {
      readonly kind: "function-overran";
      readonly jobId: JobId;
      readonly functionName: FunctionName;
      readonly callSec: number;
    }
  | {
      readonly kind: "function-threw";
      readonly jobId: JobId;
      readonly functionName: FunctionName;
      readonly error: ThrownError;
    };

/** The kind of error and where it came from. */
export type ThrownError = { readonly name: string; readonly frames: readonly string[] };

export type Observe = (fault: Fault) => void;

const CLASS_NAME = /^[A-Za-z][A-Za-z0-9]{0,63}$/;
const FRAME = /^ {4}at /;

/** Keeps of an error what its author cannot have filled with data. The stack begins with the
 *  message, which may have lines of its own. */
export function scrubbed(thrown: unknown): ThrownError {
  const { name, message, stack } = Object(thrown);
  return {
    name: typeof name === "string" && CLASS_NAME.test(name) ? name : "an error",
    frames: String(stack ?? "")
      .replace(String(message), "")
      .split("\n")
      .filter((line) => FRAME.test(line))
      .map((line) => line.trim()),
  };
}
