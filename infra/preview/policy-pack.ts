/** Starts the policy pack with Pulumi's own host and talks to it as the engine does. The pack
 *  lives in a process of its own; it ends when the work is done or has failed. */
import { type ChildProcess, spawn } from "node:child_process";
import { createRequire } from "node:module";
import path from "node:path";
import { createInterface } from "node:readline";
import { credentials, type ServiceError } from "@grpc/grpc-js";
import analyzerServices, { type AnalyzerClient } from "@pulumi/pulumi/proto/analyzer_grpc_pb.js";
import { childEnvironment } from "./child-process.ts";
import { MESSAGE_BYTES_MAX } from "./struct.ts";

type Done<Response> = (error: ServiceError | null, response: Response) => void;

/** One unary call as a promise: `call((done) => client.analyze(request, done))`. */
export const call = <Response>(start: (done: Done<Response>) => unknown): Promise<Response> =>
  new Promise((resolve, reject) => {
    start((error, response) => (error === null ? resolve(response) : reject(error)));
  });

/** The pack prints its port first. All it says before it dies is the reason that it died. */
const portOf = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    const complaints: string[] = [];
    child.stderr?.setEncoding("utf8").on("data", (chunk: string) => complaints.push(chunk));
    child.once("error", reject);
    child.once("exit", () => reject(new Error(`the policy pack ended: ${complaints.join("")}`)));
    if (child.stdout !== null) createInterface({ input: child.stdout }).once("line", resolve);
  });

export async function withPolicyPack<Value>(
  root: string,
  work: (client: AnalyzerClient) => Promise<Value>,
): Promise<Value> {
  const require = createRequire(path.join(root, "package.json"));
  const host = require.resolve("@pulumi/pulumi/cmd/run-policy-pack/index.js");
  // The first argument is the engine's address, which a pack without log calls never dials.
  const child = spawn(process.execPath, [host, "127.0.0.1:1", "."], {
    cwd: path.join(root, "policies"),
    stdio: ["ignore", "pipe", "pipe"],
    env: childEnvironment(root),
  });
  try {
    const port = await portOf(child);
    const client = new analyzerServices.AnalyzerClient(
      `127.0.0.1:${port}`,
      credentials.createInsecure(),
      { "grpc.max_receive_message_length": MESSAGE_BYTES_MAX },
    );
    try {
      return await work(client);
    } finally {
      client.close();
    }
  } finally {
    child.kill();
  }
}
