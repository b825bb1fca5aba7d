/** Runs a Pulumi program the way the CLI's Node.js language host does, against our own engine.
 *  The child sees the stack's config and nothing else of this machine's environment: a plan made
 *  offline must not depend on who is logged in where. */
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import path from "node:path";
import { text } from "node:stream/consumers";
import { fail, ok, type Result } from "../../runtime/contract/result.ts";
import { OFFLINE_ANSWERS } from "./answers.ts";
import { childEnvironment } from "./child-process.ts";
import { type Engine, startEngine } from "./engine.ts";
import type { JsonObject, PlannedResource } from "./planned-resource.ts";
import type { Stack } from "./stack-config.ts";

export type ProgramRun = {
  readonly resources: readonly PlannedResource[];
  readonly outputs: JsonObject;
  readonly warnings: readonly string[];
};

/** A program that hangs must end some day; on a busy machine a good one takes minutes. */
const PROGRAM_MS_MAX = 600_000;

/** A program makes many short-lived objects; a larger nursery saves it a fifth of its time. Pulumi
 *  writes down a stack for each of its thousands of promises; none saves another third. */
const FAST = ["--max-semi-space-size=64", "--stack-trace-limit=0"] as const;
/** For a program that has failed once: its words shall say where. */
const TELLING = ["--stack-trace-limit=30"] as const;

type Flags = typeof FAST | typeof TELLING;

function argumentsFor(stack: Stack, engine: Engine): readonly string[] {
  const main = path.resolve(stack.root, stack.main);
  const named = {
    monitor: engine.address,
    engine: engine.address,
    organization: "organization",
    project: stack.project,
    stack: stack.name,
    "root-directory": stack.root,
    pwd: path.dirname(main),
    parallel: "16",
  };
  const flags = Object.entries(named).flatMap(([name, value]) => [`--${name}`, value]);
  return [...flags, "--dry-run", path.basename(main)];
}

/** The exit code, and what the program printed: its words matter only if it fails. */
async function spawnProgram(
  stack: Stack,
  engine: Engine,
  flags: Flags,
): Promise<{ code: number; said: string }> {
  const require = createRequire(path.join(stack.root, "package.json"));
  const runner = require.resolve("@pulumi/pulumi/cmd/run/index.js");
  const child = spawn(process.execPath, [...flags, runner, ...argumentsFor(stack, engine)], {
    stdio: ["ignore", "pipe", "pipe"],
    timeout: PROGRAM_MS_MAX,
    env: {
      ...childEnvironment(stack.root),
      PULUMI_CONFIG: JSON.stringify(stack.config),
      PULUMI_CONFIG_SECRET_KEYS: JSON.stringify(stack.secretKeys),
      PULUMI_NODEJS_TYPESCRIPT: "false",
    },
  });
  const exit = new Promise<number>((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => resolve(code ?? 1));
  });
  const [code, out, err] = await Promise.all([exit, text(child.stdout), text(child.stderr)]);
  return { code, said: `${out}${err}` };
}

async function runWith(stack: Stack, flags: Flags): Promise<Result<ProgramRun, string>> {
  const { project, name } = stack;
  const engine = await startEngine({ project, stack: name, answers: OFFLINE_ANSWERS });
  try {
    const { code, said } = await spawnProgram(stack, engine, flags);
    const messages = engine.messages();
    if (code !== 0)
      return fail([...messages, said.trim()].filter((line) => line !== "").join("\n"));
    return ok({ resources: engine.resources(), outputs: engine.outputs(), warnings: messages });
  } finally {
    engine.stop();
  }
}

export async function runProgram(stack: Stack): Promise<Result<ProgramRun, string>> {
  const run = await runWith(stack, FAST);
  return run.ok ? run : runWith(stack, TELLING);
}
