/** How many scenarios of HayMaker run at the same time at most, from what a stack says about its
 *  runs. Pure, and without the stack's config: that config is checked with it. */

export type Runs = {
  readonly simulationSize: "small" | "medium" | "large";
  readonly runOverlap: "allow" | "skip" | "buffer-one";
};

/** H-007. */
const SCENARIOS = { small: 5, medium: 15, large: 30 } as const satisfies Readonly<
  Record<Runs["simulationSize"], number>
>;

/** A run lasts longer than the six hours between two starts, so two are active at a time. */
const ACTIVE_RUNS = { allow: 2, "buffer-one": 1, skip: 1 } as const satisfies Readonly<
  Record<Runs["runOverlap"], number>
>;

/** Beyond this the operations of their agents are more than the Standard tier takes (H-102). */
export const SCENARIOS_MAX_ON_STANDARD = 25;

export const scenariosAtOnce = ({ simulationSize, runOverlap }: Runs): number =>
  SCENARIOS[simulationSize] * ACTIVE_RUNS[runOverlap];
