/** Lends the stack as it is at a commit: the commit is checked out beside this tree for as long
 *  as `work` takes. Packages are shared, not installed anew: what differs is our own code. */
import { execFile } from "node:child_process";
import { mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { fail, ok, type Result } from "../../runtime/contract/result.ts";
import { readStack, type Stack } from "./stack-config.ts";

const run = promisify(execFile);

/** Null: the commit has no such stack, or no program at all. */
type Work<Value> = (stack: Stack | null) => Promise<Value>;

/** The suffix also keeps a ref that begins with a hyphen from being read as an option. */
export async function commitOf(root: string, ref: string): Promise<Result<string, string>> {
  const query = ["rev-parse", "--verify", "--quiet", `${ref}^{commit}`];
  try {
    const { stdout } = await run("git", ["-C", root, ...query]);
    return ok(stdout.trim());
  } catch {
    return fail(`there is no commit, branch or tag called "${ref}" here`);
  }
}

export async function withStackAt<Value>(
  root: string,
  commit: string,
  name: string,
  work: Work<Value>,
): Promise<Value> {
  const parent = await mkdtemp(path.join(tmpdir(), "drover-preview-"));
  const tree = path.join(parent, "tree");
  try {
    await run("git", ["-C", root, "worktree", "add", "--quiet", "--detach", tree, commit]);
    await symlink(path.join(root, "node_modules"), path.join(tree, "node_modules"), "junction");
    const stack = await readStack(tree, name);
    return await work(stack.ok ? stack.value : null);
  } finally {
    await rm(parent, { recursive: true, force: true });
    await run("git", ["-C", root, "worktree", "prune"]);
  }
}
