/** Mechanisms that have no mutant here, each with the reason and with what shows it instead. What
 *  lives in SQL alone is broken in the model of the store (`test/simulation/model-store`), which
 *  the store's suite holds equal to SQLite: the simulation runs on the model. */

export type Without = {
  readonly mechanism: string;
  readonly hazards: readonly string[];
  readonly why: string;
  /** From the repository's root. */
  readonly shownBy: string;
};

export const WITHOUT_MUTANT: readonly Without[] = [
  {
    mechanism: "How long a connection to Azure SQL is tried again",
    hazards: ["R29"],
    why:
      "The adapter is not in the simulation, whose stores need no connection; unit " +
      "tests count its tries.",
    shownBy: "test/unit/hosts/bootstrap.test.ts",
  },
  {
    mechanism: "The registry is asked when a runbook is published",
    hazards: ["R20"],
    why:
      "The API asks it, which the simulation does not have; unit tests find its " +
      "absence. That it is asked again before each job is a mutant.",
    shownBy: "test/unit/api/handlers/answers.test.ts",
  },
  {
    mechanism: "The unique key of an execution",
    hazards: ["R16"],
    why:
      "Behind the lock of its batch nobody asks for the same row twice: in no seed " +
      "does it refuse anything. Without the lock a run fails before.",
    shownBy: "test/conformance/store/moves.ts",
  },
  {
    mechanism: "The fence in the guard of a row",
    hazards: ["R27"],
    why:
      "Behind the lock of its batch no row is older than what was loaded. No job is " +
      "held against the fence when it is sent: calling off cancels every open row in " +
      "its own commit, which is a mutant.",
    shownBy: "test/conformance/store/units.ts",
  },
  {
    mechanism: "Large phases are sent in portions",
    hazards: ["R30"],
    why: "Nobody has a thousand members here; unit tests do.",
    shownBy: "test/unit/engine/handle.test.ts",
  },
  {
    mechanism: "A lock that is lost is not settled",
    hazards: ["R30"],
    why: "Unit tests find it, and settling it does nothing: the broker refuses.",
    shownBy: "test/unit/worker/redelivery.test.ts",
  },
];
