import { execFile } from "node:child_process";
import { access, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { commitOf, withStackAt } from "../../infra/preview/base-stack.ts";

const run = promisify(execFile);
const AUTHOR = ["-c", "user.name=Test", "-c", "user.email=test@example.invalid"];

let root: string;
const git = (...args: readonly string[]) => run("git", ["-C", root, ...AUTHOR, ...args]);
const write = (file: string, text: string) => writeFile(path.join(root, file), text);

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), "drover-base-"));
  await mkdir(path.join(root, "policies"));
  await mkdir(path.join(root, "node_modules"));
  await git("init", "--quiet", "--initial-branch=main");
  await write("README.md", "before there was a program\n");
  await git("add", "README.md");
  await git("commit", "--quiet", "--message=first");
  await git("tag", "before");
  await write("Pulumi.yaml", "name: drover\nmain: infra/index.ts\n");
  await write("Pulumi.dev.yaml", "config:\n  drover:network: public\n");
  await write("policies/dev.json", "{}");
  await git("add", "Pulumi.yaml", "Pulumi.dev.yaml", "policies");
  await git("commit", "--quiet", "--message=second");
  await write("Pulumi.dev.yaml", "config:\n  drover:network: not committed\n");
});

afterAll(() => rm(root, { recursive: true }));

const networkAt = async (ref: string): Promise<string | undefined> => {
  const commit = await commitOf(root, ref);
  if (!commit.ok) return commit.error;
  return withStackAt(root, commit.value, "dev", async (stack) => stack?.config["drover:network"]);
};

describe("the stack at a git ref", () => {
  test("is the committed one, whatever lies in the tree now", async () => {
    expect(await networkAt("main")).toBe("public");
    expect(await readFile(path.join(root, "Pulumi.dev.yaml"), "utf8")).toMatch("not committed");
  });

  test("is nothing where there was no program yet", async () => {
    expect(await networkAt("before")).toBeUndefined();
  });

  test.each(["no-such-branch", "--help", "main..before"])("%s is no ref", async (ref) => {
    expect(await networkAt(ref)).toBe(`there is no commit, branch or tag called "${ref}" here`);
  });

  test("leaves nothing behind, also when the work fails", async () => {
    const commit = await commitOf(root, "main");
    let tree = "";
    const work = withStackAt(root, commit.ok ? commit.value : "", "dev", async (stack) => {
      tree = stack?.root ?? "";
      await access(path.join(tree, "node_modules"));
      throw new Error("work failed");
    });
    await expect(work).rejects.toThrow("work failed");
    await expect(access(tree)).rejects.toThrow("ENOENT");
    await access(path.join(root, "node_modules"));
    expect((await git("worktree", "list")).stdout.trim().split("\n")).toHaveLength(1);
  });
});
