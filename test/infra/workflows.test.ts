import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, test } from "@jest/globals";
import { parse } from "yaml";
import { z } from "zod";

const run = promisify(execFile);

/** As GitHub writes what it fills in. */
const expression = (inner: string): string => `\${{ ${inner} }}`;

const FOLDER = path.resolve(import.meta.dirname, "../../.github/workflows");

const Permissions = z.record(z.string(), z.enum(["read", "write", "none"]));
const Step = z.object({
  uses: z.string().optional(),
  run: z.string().optional(),
  with: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).default({}),
});
const Job = z.object({
  needs: z.string().optional(),
  "timeout-minutes": z.number().max(60),
  permissions: Permissions,
  environment: z.string().optional(),
  env: z.record(z.string(), z.string()).default({}),
  steps: z.array(Step),
});
const Workflow = z.object({
  on: z.record(z.string(), z.unknown()),
  permissions: Permissions,
  concurrency: z.object({ group: z.string(), "cancel-in-progress": z.unknown() }),
  jobs: z.record(z.string(), Job),
});
type Workflow = z.infer<typeof Workflow>;

const texts = new Map<string, string>();
const workflows = new Map<string, Workflow>();

beforeAll(async () => {
  for (const file of await readdir(FOLDER)) {
    const text = await readFile(path.join(FOLDER, file), "utf8");
    texts.set(file, text);
    workflows.set(file, Workflow.parse(parse(text)));
  }
});

function jobOf(file: string): z.infer<typeof Job> {
  const job = Object.values(workflows.get(file)?.jobs ?? {}).at(-1);
  if (job === undefined) throw new Error(`${file} has no job`);
  return job;
}

const stepsOf = (file: string): readonly z.infer<typeof Step>[] =>
  Object.values(workflows.get(file)?.jobs ?? {}).flatMap(({ steps }) => steps);

const runsOf = (file: string): readonly string[] =>
  jobOf(file).steps.flatMap(({ run }) => (run === undefined ? [] : [run]));

const actionsOf = (file: string): readonly string[] =>
  jobOf(file).steps.flatMap(({ uses }) => (uses === undefined ? [] : [uses]));

describe("every workflow", () => {
  test("has its jobs and no other; what follows looks at the last", () => {
    const jobs = [...workflows].map(([file, workflow]) => [file, ...Object.keys(workflow.jobs)]);
    expect(jobs.toSorted()).toEqual([
      ["ci.yml", "test"],
      ["deploy.yml", "test", "deploy"],
      ["preview.yml", "stacks", "preview"],
    ]);
  });

  test("gives no permission by default", () => {
    for (const { permissions } of workflows.values()) expect(permissions).toEqual({});
  });

  test("reads no stored secret", () => {
    for (const text of texts.values()) {
      expect(text).not.toMatch(/secrets\s*[.[]/);
      expect(text).not.toMatch(/AZURE_CREDENTIALS|PULUMI_ACCESS_TOKEN|CLIENT_SECRET|PASSPHRASE/i);
    }
  });

  test("pins each action to a commit and says which version that is", () => {
    for (const text of texts.values()) {
      const used = text.match(/^.*\buses:.*$/gm) ?? [];
      for (const line of used)
        expect(line).toMatch(/uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
    }
  });

  test("uses one version of an action everywhere", () => {
    const pins = new Set([...texts.keys()].flatMap(actionsOf));
    const actions = new Set([...pins].map((pin) => pin.split("@")[0]));
    expect(pins.size).toBe(actions.size);
  });

  test("never puts text from outside into a script, only into variables", () => {
    for (const file of texts.keys())
      for (const { run = "" } of stepsOf(file)) expect(run).not.toMatch(/\$\{\{/);
  });

  test("leaves no token in the checked-out tree", () => {
    for (const file of texts.keys()) {
      const used = stepsOf(file).filter(({ uses }) => uses?.startsWith("actions/checkout@"));
      expect(used.length).toBeGreaterThan(0);
      for (const step of used) expect(step.with["persist-credentials"]).toBe(false);
    }
  });
});

describe("ci", () => {
  test("runs npm test and nothing else, on pull requests and on main", () => {
    expect(runsOf("ci.yml")).toEqual(["npm test"]);
    expect(jobOf("ci.yml").permissions).toEqual({ contents: "read" });
    expect(workflows.get("ci.yml")?.on).toEqual({
      pull_request: null,
      push: { branches: ["main"] },
    });
  });

  test("starts on the oldest Node that the project promises, with a cache", () => {
    const setup = jobOf("ci.yml").steps.find(({ uses }) => uses?.startsWith("actions/setup-node@"));
    expect(setup?.with).toEqual({ "node-version": 20, cache: "npm" });
  });
});

describe("preview", () => {
  test("runs for pull requests without login, and may only comment", () => {
    const { on } = workflows.get("preview.yml") ?? {};
    expect(on).toEqual({ pull_request: null });
    expect(jobOf("preview.yml").permissions).toEqual({
      contents: "read",
      "pull-requests": "write",
    });
    expect(actionsOf("preview.yml").filter((action) => !action.startsWith("actions/"))).toEqual([]);
  });

  test("plans every environment that has a file, and needs no list of them", async () => {
    const { stacks, preview } = workflows.get("preview.yml")?.jobs ?? {};
    expect(preview?.needs).toBe("stacks");
    expect(stacks?.permissions).toEqual({ contents: "read" });
    expect(texts.get("preview.yml")).toMatch(
      `stack: ${expression("fromJSON(needs.stacks.outputs.names)")}\n`,
    );
    const script = stacks?.steps.at(-1)?.run ?? "";
    const folder = await mkdtemp(path.join(tmpdir(), "drover-workflow-"));
    try {
      const names = ["dev", "prod", "trial-2"];
      for (const file of ["Pulumi.yaml", ...names.map((name) => `Pulumi.${name}.yaml`)])
        await writeFile(path.join(folder, file), "");
      const output = path.join(folder, "output");
      const env = { ...process.env, GITHUB_OUTPUT: output };
      await run("bash", ["-e", "-o", "pipefail", "-c", script], { cwd: folder, env });
      const said = (await readFile(output, "utf8")).trim();
      expect(said).toMatch(/^names=/);
      expect(JSON.parse(said.slice("names=".length))).toEqual(names);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test("plans against the base, and its exit code is the job's", () => {
    expect(runsOf("preview.yml")[0]).toBe(
      'npm run -s preview -- --stack "$STACK" --against "$BASE" --markdown > preview.md',
    );
    expect(texts.get("preview.yml")).not.toMatch("continue-on-error");
  });
});

const STACK = "github.event_name == 'release' && 'prod' || inputs.stack || 'dev'";

describe("deploy", () => {
  test("signs in by federation, in a protected environment", () => {
    const job = jobOf("deploy.yml");
    expect(job.permissions).toEqual({ contents: "read", "id-token": "write" });
    expect(job.environment).toBe(job.env["STACK"]);
    const login = job.steps.find(({ uses }) => uses?.startsWith("azure/login@"));
    expect(login?.with).toEqual({
      "client-id": expression("vars.AZURE_CLIENT_ID"),
      "tenant-id": expression("vars.AZURE_TENANT_ID"),
      "subscription-id": expression("vars.AZURE_SUBSCRIPTION_ID"),
    });
  });

  test("never runs for a pull request, and is never cut off half way", () => {
    const { on, concurrency } = workflows.get("deploy.yml") ?? {};
    expect(Object.keys(on ?? {})).toEqual(["push", "release", "workflow_dispatch"]);
    expect(concurrency?.["cancel-in-progress"]).toBe(false);
  });

  test("H-107 (part): only what is on main is built, and only after its tests passed", () => {
    const jobs = workflows.get("deploy.yml")?.jobs;
    expect(jobs?.["deploy"]?.needs).toBe("test");
    expect(jobs?.["test"]?.permissions).toEqual({ contents: "read" });
    expect(jobs?.["test"]?.steps.flatMap(({ run }) => run ?? [])).toEqual([
      'git merge-base --is-ancestor "$GITHUB_SHA" origin/main',
      "npm test",
    ]);
  });

  test("what policy, rights or network refuse is not built: the preview runs first", () => {
    const scripts = runsOf("deploy.yml");
    const judged = scripts.findIndex((run) => run.includes('--stack "$STACK" --markdown'));
    const built = scripts.findIndex((run) => run.includes("pulumi up"));
    expect(judged).toBeGreaterThanOrEqual(0);
    expect(judged).toBeLessThan(built);
  });

  test("X-33 (part): a private estate is built by a runner inside its network", () => {
    const runner = expression(`fromJSON(vars.RUNNERS || '{}')[${STACK}] || 'ubuntu-24.04'`);
    expect(texts.get("deploy.yml")).toContain(`runs-on: ${runner}\n`);
  });

  test("any environment can be chosen by its name: no list of stacks is kept here", () => {
    const { workflow_dispatch: chosen } = workflows.get("deploy.yml")?.on ?? {};
    expect(chosen).toMatchObject({ inputs: { stack: { type: "environment", default: "dev" } } });
  });

  test("a push goes to dev; only a release or a choice goes to prod", () => {
    expect(jobOf("deploy.yml").env["STACK"]).toBe(expression(STACK));
  });

  test("applies the policy pack with the stack's levels, state and key by the same login", () => {
    const script = runsOf("deploy.yml").join("\n");
    expect(script).toMatch(
      /pulumi up .*--policy-pack policies --policy-pack-config "\$RUNNER_TEMP\/levels\.json"/,
    );
    expect(script).toMatch(/preview -- --stack "\$STACK" --levels > "\$RUNNER_TEMP\/levels\.json"/);
    expect(script).toMatch(/stack select "\$STACK" --create --secrets-provider "\$SECRETS_KEY"/);
    const { env } = jobOf("deploy.yml");
    expect(env["STATE"]).toMatch(/^azblob:/);
    expect(env["SECRETS_KEY"]).toMatch(/^azurekeyvault:/);
  });
});
