/** The exit codes scripts may rely on. A number never changes its meaning. */

export const EXIT = {
  ok: 0,
  failure: 1,
  usage: 2,
  signIn: 3,
  resourceFailed: 4,
  notFound: 5,
  conflict: 6,
  timedOut: 7,
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

export const EXIT_MEANINGS: Readonly<Record<keyof typeof EXIT, string>> = {
  ok: "Done. Warnings are allowed.",
  failure: "The command ran and the answer is no: an invalid runbook, or a failure of drover.",
  usage:
    "The command line or configuration is wrong, or a named file or a confirming flag is missing.",
  signIn: "Signing in is needed, or was refused.",
  resourceFailed: "The batch, run or step that was asked about has failed.",
  notFound: "Nothing has the name or id that was asked for.",
  conflict: "Somebody else changed it first, or a policy forbids it.",
  timedOut: "Waiting took longer than allowed; what was waited for goes on.",
  interrupted: "Stopped by Ctrl-C.",
};
