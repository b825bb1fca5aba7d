/** What `drover runbook explain CODE` tells about one problem code. */

export type CodeEntry = {
  /** The problem in a few words. */
  readonly title: string;
  /** Why it is one. */
  readonly explanation: string;
  /** The smallest piece of a runbook that has it. */
  readonly example: string;
};
