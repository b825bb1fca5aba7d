/** Makes the code of a component again when it is to be published, and hands it out only if it is
 *  still what was planned: nobody agreed to anything else. */
import { existsSync } from "node:fs";
import path from "node:path";
import { COMPONENTS, type ComponentName } from "../../runtime/contract/blueprint/components.ts";
import { fail, ok, type Result } from "../../runtime/contract/result.ts";
import { makeArtifact, REPOSITORY_ROOT } from "./make-artifact.ts";
import { entryOf } from "./sources.ts";

export type Planned = {
  readonly component: string;
  readonly hash: string;
  /** Images only. */
  readonly baseImage: string;
};

const isComponentName = (name: string): name is ComponentName => Object.hasOwn(COMPONENTS, name);

export async function plannedArchive(planned: Planned): Promise<Result<Buffer, string>> {
  const { component, hash, baseImage } = planned;
  const entry = isComponentName(component) ? entryOf(component) : null;
  if (!isComponentName(component) || entry === null) return fail(`${component} ships no code`);
  if (!existsSync(path.join(REPOSITORY_ROOT, entry))) return fail(`${entry} is not there any more`);
  const made = await makeArtifact(component, { root: REPOSITORY_ROOT, entry, baseImage });
  return made.hash === hash
    ? ok(made.archive)
    : fail(`the code of ${component} changed since it was planned; plan and deploy again`);
}
