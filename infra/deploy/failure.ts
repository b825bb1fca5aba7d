/** Why code was not shipped, by what whoever deploys does next. */

export type DeployFailure = {
  readonly kind: /** Nobody is signed in, or the wrong one: sign in, then deploy again. */
    | "not-signed-in"
    /** Signed in without the right: have it granted. */
    | "forbidden"
    /** The service understood and said no: what was sent is wrong. */
    | "rejected"
    /** It did not answer, or only that it is busy, for as long as we try. */
    | "unavailable"
    /** It took the work and reports that the work failed. */
    | "failed"
    /** It took the work and did not end it in time. */
    | "too-slow";
  /** One sentence: what, why, and what to do next. */
  readonly message: string;
};

const ADVICE: Readonly<Record<DeployFailure["kind"], string>> = {
  "not-signed-in": "sign in to Azure as who deploys (az login, or federation in a pipeline)",
  forbidden: "have the missing role granted to who deploys",
  rejected: "read the answer; deploying the same again changes nothing",
  unavailable: "deploy again later, from where the service can be reached",
  failed: "read the log above, mend the code, deploy again",
  "too-slow": "look at the service, then deploy again; a repeat does no harm",
};

export const failure = (kind: DeployFailure["kind"], what: string, why: string): DeployFailure => ({
  kind,
  message: `${what}: ${why}. What to do: ${ADVICE[kind]}.`,
});
