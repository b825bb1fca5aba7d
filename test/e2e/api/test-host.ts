/** A whole local host in this process, on a folder of its own, without a socket: requests go in and
 *  responses come out of the one function that a socket would be given. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { importJWK, type JWTPayload, SignJWT } from "jose";
import type { Role } from "../../../runtime/contract/http/roles.ts";
import type { Fetch } from "../../../runtime/hosts/local/listen.ts";
import { localApp } from "../../../runtime/hosts/local/local-app.ts";
import {
  type LocalPlatform,
  openLocalPlatform,
} from "../../../runtime/hosts/local/local-platform.ts";
import { openSignIn, type SignIn } from "../../../runtime/hosts/local/sign-in/open-sign-in.ts";
import { steadyMs, systemClock } from "../../../runtime/time/system/system-clock.ts";

const SHIPPED = fileURLToPath(new URL("../../../runbooks", import.meta.url));

export const ORIGIN = "http://127.0.0.1:4680";

export type TestHost = {
  readonly data: string;
  readonly ask: Fetch;
  readonly engine: LocalPlatform;
  readonly signIn: SignIn;
  readonly complaints: readonly string[];
  readonly tokenOf: (role: Role) => Promise<string>;
  /** As the demo reader's token, with these claims instead. */
  readonly tokenWith: (changed: JWTPayload) => Promise<string>;
  readonly stop: () => Promise<void>;
};

export async function openTestHost(): Promise<TestHost> {
  const data = mkdtempSync(join(tmpdir(), "drover-host-"));
  const complaints: string[] = [];
  let ids = 0;
  const engine = await openLocalPlatform({
    folder: data,
    shipped: SHIPPED,
    real: systemClock,
    steadyMs,
    environment: {},
    speed: 1,
    faults: "calm",
    nextId: () => {
      ids += 1;
      return `${data}-${ids}`;
    },
    version: "1.2.3",
    complain: (sentence) => complaints.push(sentence),
  });
  if (!engine.ok) throw new Error(engine.error.sentence);
  const signIn = await openSignIn(data, systemClock.now);
  const ask = localApp({
    engine: engine.value,
    instanceId: "6f6f3a1e-7a52-4c55-8b3f-0a5f0c2d9e11",
    version: "1.2.3",
    real: systemClock,
    signIn,
    complain: (sentence) => complaints.push(sentence),
  });
  return {
    data,
    ask,
    engine: engine.value,
    signIn,
    complaints,
    tokenOf: async (role) => (await signIn.issuer.sign(role)).token,
    tokenWith: (changed) => signedWith(data, signIn, changed),
    stop: async () => {
      await engine.value.stop();
      rmSync(data, { recursive: true, force: true });
    },
  };
}

async function signedWith(data: string, signIn: SignIn, changed: JWTPayload): Promise<string> {
  const { token } = await signIn.issuer.sign("Reader");
  const [head = "", body = ""] = token.split(".");
  const read = (part: string) => JSON.parse(Buffer.from(part, "base64url").toString());
  const key = await importJWK(
    JSON.parse(readFileSync(join(data, "dev-key.json"), "utf8")),
    "RS256",
  );
  return new SignJWT({ ...read(body), ...changed }).setProtectedHeader(read(head)).sign(key);
}

const WELCOME = `name: welcome
data_source: {type: csv, primary_key: Person, batch_time: immediate, columns: [Person]}
phases:
  - name: greet
    offset: T-0
    steps:
      - {name: wave, worker_id: worker-01, function: Invoke-NoOp, params: {}}
`;

/** A runbook and a manual batch of two members, made over HTTP; the batch's id. */
export async function makeBatch(host: TestHost): Promise<number> {
  const authorization = `Bearer ${await host.tokenOf("Admin")}`;
  const post = async (path: string, type: string, body: string): Promise<Response> => {
    const headers = { authorization, "content-type": type };
    const answer = await host.ask(
      new Request(`${ORIGIN}${path}`, { method: "POST", headers, body }),
    );
    if (answer.status !== 201) throw new Error(await answer.text());
    return answer;
  };
  const runbook = JSON.stringify({ name: "welcome", yaml_content: WELCOME });
  await post("/api/runbooks", "application/json", runbook);
  const members = "Person\nada@contoso.com\nbob@contoso.com\n";
  const made = await post("/api/batches?runbookName=welcome", "text/csv", members);
  return ((await made.json()) as { readonly id: number }).id;
}
