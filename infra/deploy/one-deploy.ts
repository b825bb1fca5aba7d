/** Publishes a package to a function app on the Flex plan, by one-deploy: the only way that plan
 *  takes code. The package is complete, so nothing is built on the way.
 *  O1. Published means that the app lists a function: the deployment alone is reported as done
 *      even where the host could not read the package. */
import { z } from "zod";
import { fail, ok, type Result } from "../../runtime/contract/result.ts";
import { type Answer, ask, type Question, type Wire } from "./ask.ts";
import { type DeployFailure, failure } from "./failure.ts";
import { readAnswer } from "./json-answer.ts";
import { poll } from "./poll.ts";

export type Publication = {
  readonly component: string;
  readonly archive: Uint8Array;
  /** `https://name.scm.azurewebsites.net` */
  readonly scm: string;
  /** `https://management.azure.com/subscriptions/…/sites/name` */
  readonly site: string;
};

const SITE_API = "2024-04-01";
const EVERY_MS = 5_000;
const DEPLOYMENT_MS_MAX = 1_800_000;
const FUNCTIONS_MS_MAX = 600_000;
const LOG_LINES = 5;

/** The states of a deployment that are ends. */
const SUCCEEDED = 4;
const ENDED_BADLY: ReadonlyMap<number, string> = new Map([
  [-1, "it was cancelled by another deployment"],
  [3, "it failed"],
  [5, "it met another deployment"],
  [6, "it succeeded only in part"],
]);

const Id = z.string().regex(/^[\w-]{1,100}$/);
const Deployment = z.object({ status: z.number().int() });
const Log = z.array(z.object({ message: z.string().nullish() }));
const Functions = z.object({ value: z.array(z.unknown()) });

/** In a header, or as the whole body; older hosts tell neither and know it as the latest. */
function deploymentId({ headers, text }: Answer): string {
  const told = headers.get("scm-deployment-id") ?? text.trim().replaceAll('"', "");
  return Id.safeParse(told).data ?? "latest";
}

async function logOf(wire: Wire, question: Question): Promise<string> {
  const answer = await ask(wire, { ...question, url: `${question.url}/log` });
  const log = answer.ok ? readAnswer(question.what, Log, answer.value) : answer;
  if (!log.ok) return "its log cannot be read";
  const lines = log.value.flatMap(({ message }) => (message ? [message] : []));
  return `its log ends: ${lines.slice(-LOG_LINES).join(" | ")}`;
}

async function waitForDeployment(
  wire: Wire,
  question: Question,
): Promise<Result<null, DeployFailure>> {
  const { what } = question;
  const ended = await poll(wire, {
    question,
    everyMs: EVERY_MS,
    mostMs: DEPLOYMENT_MS_MAX,
    end: (answer) => {
      const deployment = readAnswer(what, Deployment, answer);
      if (!deployment.ok) return deployment;
      const { status } = deployment.value;
      return status === SUCCEEDED || ENDED_BADLY.has(status) ? ok(status) : null;
    },
  });
  if (!ended.ok) return ended;
  const bad = ENDED_BADLY.get(ended.value);
  return bad === undefined
    ? ok(null)
    : fail(failure("failed", what, `${bad}; ${await logOf(wire, question)}`));
}

async function waitForFunctions(
  wire: Wire,
  { component, site }: Publication,
): Promise<Result<null, DeployFailure>> {
  const what = `starting the published code of ${component}`;
  const seen = await poll(wire, {
    question: {
      what,
      method: "GET",
      url: `${site}/functions?api-version=${SITE_API}`,
      signed: true,
    },
    everyMs: EVERY_MS,
    mostMs: FUNCTIONS_MS_MAX,
    end: (answer) => {
      const functions = readAnswer(what, Functions, answer);
      if (!functions.ok) return functions;
      return functions.value.value.length === 0 ? null : ok(null);
    },
  });
  if (seen.ok || seen.error.kind !== "too-slow") return seen;
  return fail(failure("failed", what, "the package arrived, but the host finds no function in it"));
}

export async function publishPackage(
  wire: Wire,
  publication: Publication,
): Promise<Result<null, DeployFailure>> {
  const { component, archive, scm } = publication;
  const what = `publishing the code of ${component}`;
  const sent = await ask(wire, {
    what,
    method: "POST",
    url: `${scm}/api/publish?RemoteBuild=false&Deployer=drover`,
    headers: { "content-type": "application/zip" },
    body: archive,
    signed: true,
    // A new app is not known everywhere at once; another deployment may still be running.
    passing: [404, 409],
  });
  if (!sent.ok) return sent;
  const url = `${scm}/api/deployments/${deploymentId(sent.value)}`;
  const question: Question = { what, method: "GET", url, signed: true, passing: [404] };
  const deployed = await waitForDeployment(wire, question);
  return deployed.ok ? waitForFunctions(wire, publication) : deployed;
}
