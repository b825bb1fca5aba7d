/** What a command needs of the machine besides files and streams: time, chance, the network, other
 *  programs, Ctrl-C. Passed in, so that a test can stand in for each of them. */

export type Ended = {
  /** Null: the program is not there, or did not end by itself. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
};

export type World = {
  readonly fetch: typeof globalThis.fetch;
  readonly nowMs: () => number;
  /** Ends early, without an error, when the signal says so. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  readonly newId: () => string;
  /** Runs a program to its end, without a shell; bounded in time. */
  readonly runProgram: (name: string, words: readonly string[]) => Promise<Ended>;
  /** Asks the desktop to show an address; a machine without one is no failure. */
  readonly openBrowser: (address: string) => void;
  /** From the first call on, Ctrl-C aborts this signal instead of ending the process. */
  readonly interrupts: () => AbortSignal;
};
