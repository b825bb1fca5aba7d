/** Builds an image in the registry from an uploaded context: no Docker where the program runs. */
import { z } from "zod";
import { fail, ok, type Result } from "../../runtime/contract/result.ts";
import { ask, type Question, type Wire } from "./ask.ts";
import { type DeployFailure, failure } from "./failure.ts";
import { readAnswer } from "./json-answer.ts";
import { poll } from "./poll.ts";

export type ImageBuild = {
  readonly repository: string;
  readonly tag: string;
  readonly dockerfile: string;
  readonly context: Uint8Array;
  /** `https://management.azure.com/subscriptions/…/registries/name` */
  readonly registry: string;
  /** Null: the registry's shared builders, which cannot reach a registry closed to the public. */
  readonly agentPoolName: string | null;
};

const REGISTRY_API = "2019-06-01-preview";
const EVERY_MS = 5_000;
const BUILD_SEC_MAX = 1_800;
const LOG_LINES = 10;

const ENDED_BADLY = ["Failed", "Canceled", "Error", "Timeout"] as const;

const Upload = z.object({ uploadUrl: z.url(), relativePath: z.string().min(1) });
const OutputImage = z.object({
  repository: z.string().nullish(),
  digest: z
    .string()
    .regex(/^sha256:[0-9a-f]{64}$/)
    .nullish(),
});
const Run = z.object({
  properties: z.object({
    runId: z.string().regex(/^[\w-]{1,100}$/),
    status: z.string(),
    outputImages: z.array(OutputImage).nullish(),
  }),
});
const LogAddress = z.object({ logLink: z.url() });

type Step = { readonly what: string; readonly path: string; readonly body?: unknown };

const toRegistry = ({ registry }: ImageBuild, { what, path, body }: Step): Question => ({
  what,
  method: "POST",
  url: `${registry}/${path}?api-version=${REGISTRY_API}`,
  signed: true,
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body ?? {}),
});

async function upload(
  wire: Wire,
  build: ImageBuild,
  what: string,
): Promise<Result<string, DeployFailure>> {
  const asked = await ask(wire, toRegistry(build, { what, path: "listBuildSourceUploadUrl" }));
  if (!asked.ok) return asked;
  const place = readAnswer(what, Upload, asked.value);
  if (!place.ok) return place;
  const put = await ask(wire, {
    what: `uploading the context of ${build.repository}`,
    method: "PUT",
    url: place.value.uploadUrl,
    headers: { "x-ms-blob-type": "BlockBlob", "content-type": "application/octet-stream" },
    body: build.context,
    signed: false,
  });
  return put.ok ? ok(place.value.relativePath) : put;
}

const runRequest = (build: ImageBuild, sourceLocation: string) => ({
  type: "DockerBuildRequest",
  sourceLocation,
  dockerFilePath: build.dockerfile,
  imageNames: [`${build.repository}:${build.tag}`],
  isPushEnabled: true,
  isArchiveEnabled: false,
  noCache: false,
  timeout: BUILD_SEC_MAX,
  platform: { os: "Linux", architecture: "amd64" },
  ...(build.agentPoolName === null
    ? { agentConfiguration: { cpu: 2 } }
    : { agentPoolName: build.agentPoolName }),
});

async function logOf(wire: Wire, build: ImageBuild, runId: string): Promise<string> {
  const what = `reading the log of ${build.repository}`;
  const asked = await ask(wire, toRegistry(build, { what, path: `runs/${runId}/listLogSasUrl` }));
  const place = asked.ok ? readAnswer(what, LogAddress, asked.value) : asked;
  if (!place.ok) return "its log cannot be read";
  const log = await ask(wire, { what, method: "GET", url: place.value.logLink, signed: false });
  if (!log.ok) return "its log cannot be read";
  const lines = log.value.text.split("\n").filter((line) => line.trim() !== "");
  return `its log ends: ${lines.slice(-LOG_LINES).join(" | ")}`;
}

async function waitForRun(
  wire: Wire,
  build: ImageBuild,
  what: string,
  runId: string,
): Promise<Result<string, DeployFailure>> {
  const url = `${build.registry}/runs/${runId}?api-version=${REGISTRY_API}`;
  const ended = await poll(wire, {
    question: { what, method: "GET", url, signed: true, passing: [404] },
    everyMs: EVERY_MS,
    mostMs: (BUILD_SEC_MAX + 600) * 1_000,
    end: (answer) => {
      const run = readAnswer(what, Run, answer);
      if (!run.ok) return run;
      const { status } = run.value.properties;
      const isEnd = status === "Succeeded" || ENDED_BADLY.some((end) => end === status);
      return isEnd ? ok(run.value.properties) : null;
    },
  });
  if (!ended.ok) return ended;
  const { status, outputImages } = ended.value;
  if (status !== "Succeeded") {
    const why = `the run ${runId} ended as ${status}; ${await logOf(wire, build, runId)}`;
    return fail(failure("failed", what, why));
  }
  const image = outputImages?.find(({ repository }) => repository === build.repository);
  const digest = image?.digest ?? null;
  return digest === null
    ? fail(failure("failed", what, `the run ${runId} pushed no image of that name`))
    : ok(digest);
}

/** The digest of the image, `sha256:…`. */
export async function buildImage(
  wire: Wire,
  build: ImageBuild,
): Promise<Result<string, DeployFailure>> {
  const what = `building the image ${build.repository}`;
  const source = await upload(wire, build, what);
  if (!source.ok) return source;
  const body = runRequest(build, source.value);
  const scheduled = await ask(wire, toRegistry(build, { what, path: "scheduleRun", body }));
  if (!scheduled.ok) return scheduled;
  const run = readAnswer(what, Run, scheduled.value);
  return run.ok ? waitForRun(wire, build, what, run.value.properties.runId) : run;
}
