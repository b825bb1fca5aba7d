/** A worker's way from nothing to its first job, in eight named phases (M-115). Each can fail in
 *  a way of its own, and says what failed, why, and what to do; the exit code names the phase, so
 *  that a platform's restart log does too. */

/** With the exit code that ends the process when the phase fails. */
export const BOOT_PHASES = {
  config: 10,
  logging: 11,
  identity: 12,
  certificate: 13,
  bus: 14,
  sessions: 15,
  functions: 16,
  loop: 17,
} as const;

export type BootPhase = keyof typeof BOOT_PHASES;

/** Sentences for people; no secrets in them. */
export type BootProblem = {
  readonly what: string;
  readonly why: string;
  readonly next: string;
};

export type BootFailure = BootProblem & { readonly phase: BootPhase; readonly exitCode: number };

export const bootFailure = (phase: BootPhase, problem: BootProblem): BootFailure => ({
  ...problem,
  phase,
  exitCode: BOOT_PHASES[phase],
});

export const sentenceOf = ({ phase, what, why, next }: BootFailure): string =>
  `The worker cannot start (${phase}): ${what} ${why} ${next}`;
