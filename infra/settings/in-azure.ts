/** Wired settings and code in the words of Azure's API. Pure. */
import type { ComponentName } from "../../runtime/contract/blueprint/components.ts";
import type { CodeArtifacts, NotYetShipped } from "../bundle/artifacts.ts";
import type { Estate } from "../estate.ts";
import type { Wired } from "./wire-settings.ts";

/** Sorted by name: their order means nothing, and a diff should show nothing of it. */
export const pairs = (wired: Wired) =>
  Object.entries(wired)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => ({ name, value }));

/** Known before the identity exists, so that a plan shows it and policies can read it. */
export const identityId = (estate: Estate, identity: string): string =>
  estate.idOf(`Microsoft.ManagedIdentity/userAssignedIdentities/${estate.identityName(identity)}`);

export const runsAs = (id: string) => ({
  type: "UserAssigned" as const,
  userAssignedIdentities: [id],
});

/** Why there is no code for a component yet; null once there is. */
function missingCode(artifacts: CodeArtifacts, component: ComponentName): NotYetShipped | null {
  const artifact = artifacts.get(component);
  if (artifact === undefined) throw new Error(`nothing is said about the code of ${component}`);
  return artifact.kind === "not-yet-shipped" ? artifact : null;
}

/** Whoever looks at an empty app in the portal sees why it is empty. */
export const codeTags = (estate: Estate, artifacts: CodeArtifacts, component: ComponentName) => ({
  ...estate.config.tags,
  component,
  code: missingCode(artifacts, component) === null ? "shipped" : "not yet shipped",
});

/** Every component without code, with the reason, for the outputs of the stack. */
export const notYetShipped = (artifacts: CodeArtifacts): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...artifacts].flatMap(([component, artifact]) =>
      artifact.kind === "not-yet-shipped" ? [[component, artifact.reason] as const] : [],
    ),
  );
