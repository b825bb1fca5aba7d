/** What publishing a runbook takes and gives. */
import type { RunbookName } from "../contract/identifiers.ts";
import type { RunbookVersion } from "../contract/ids.ts";
import type { Problem } from "../runbook/problem.ts";
import type { CommitFailure } from "../store/failure.ts";
import type { RememberedAnswer } from "../store/unit.ts";

export type PublishRequest = {
  readonly yaml: string;
  readonly publishedBy: string;
  /** What becomes of phases whose time has passed. */
  readonly overdue?: "rerun" | "ignore";
  readonly rerunInit?: boolean;
  /** Whether batches under way move to the new version or stay on theirs. */
  readonly inFlight?: "transition" | "pin";
  /** Kept in the same commit, for when the same request comes again (R17). */
  readonly remember?: (made: RunbookVersion) => readonly RememberedAnswer[];
};

export type Published = {
  readonly name: RunbookName;
  readonly version: RunbookVersion;
  /** Warnings only. */
  readonly problems: readonly Problem[];
};

export type PublishFailure =
  | { readonly kind: "invalid"; readonly problems: readonly Problem[] }
  | CommitFailure;
