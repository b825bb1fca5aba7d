/** Runbooks and their versions. Publishing makes a version and turns the one before it off, in
 *  one step: there is never more than one active version of a name (M-057, M-058, I26). */
import type { RunbookName } from "../contract/identifiers.ts";
import type { RunbookVersion } from "../contract/ids.ts";
import type { Result } from "../contract/result.ts";
import type { CommitFailure, StoreFailure } from "./failure.ts";
import type { PlatformEvent } from "./records.ts";
import type { StepPlan } from "./step-plan.ts";
import type { RememberedAnswer } from "./unit.ts";

export type NewVersion = {
  readonly name: RunbookName;
  readonly yaml: string;
  readonly dataTableName: string;
  readonly overdue: "rerun" | "ignore";
  readonly rerunInit: boolean;
  /** Whether batches under way move to it or stay on theirs; they move unless it says. */
  readonly inFlight?: "transition" | "pin";
  readonly publishedBy: string | null;
  readonly steps: readonly StepPlan[];
};

export type RunbookRecord = Omit<NewVersion, "steps"> & {
  readonly version: RunbookVersion;
  readonly isActive: boolean;
  readonly ignoreOverdueApplied: boolean;
  readonly createdAt: Date;
  readonly lastError: string | null;
  readonly lastErrorAt: Date | null;
};

export type AutomationRecord = {
  readonly runbookName: RunbookName;
  readonly enabled: boolean;
  readonly enabledAt: Date | null;
  readonly enabledBy: string | null;
  readonly disabledAt: Date | null;
  readonly disabledBy: string | null;
};

type Answer<Value> = Promise<Result<Value, StoreFailure>>;

export type Runbooks = {
  /** The events are recorded in the same commit, and may name the version it made; so is what the
   *  request is answered with when it comes again (R17). */
  readonly publish: (
    version: NewVersion,
    events: (made: RunbookVersion) => readonly PlatformEvent[],
    remember?: (made: RunbookVersion) => readonly RememberedAnswer[],
  ) => Promise<Result<RunbookVersion, CommitFailure>>;
  /** False when the name has no active version; then nothing is recorded or remembered. */
  readonly deactivate: (
    name: RunbookName,
    events?: readonly PlatformEvent[],
    remember?: readonly RememberedAnswer[],
  ) => Promise<Result<boolean, CommitFailure>>;
  readonly active: (name: RunbookName) => Answer<RunbookRecord | null>;
  readonly version: (name: RunbookName, version: RunbookVersion) => Answer<RunbookRecord | null>;
  readonly allActive: () => Answer<readonly RunbookRecord[]>;
  /** The newest first. */
  readonly versions: (name: RunbookName) => Answer<readonly RunbookRecord[]>;
  /** What last went wrong when its source was asked; null when it went well again. */
  readonly noteError: (
    name: RunbookName,
    version: RunbookVersion,
    error: string | null,
  ) => Answer<boolean>;
  /** The events are recorded in the same commit. */
  readonly setAutomation: (
    name: RunbookName,
    enabled: boolean,
    by: string,
    events: readonly PlatformEvent[],
    remember?: readonly RememberedAnswer[],
  ) => Promise<Result<void, CommitFailure>>;
  /** Null: nobody has ever set it. */
  readonly automation: (name: RunbookName) => Answer<AutomationRecord | null>;
};
