/** The program as it will be once every component has code: the same estate, with packages and
 *  images that stand for code which is not written yet. */
import { getClientConfig } from "@pulumi/azure-native/authorization/index.js";
import { buildEstate } from "../../../infra/build-estate.ts";
import type { Artifact, CodeArtifacts } from "../../../infra/bundle/artifact-shape.ts";
import { readEstate, readStackConfig } from "../../../infra/config.ts";
import { COMPONENTS, type ComponentName } from "../../../runtime/contract/blueprint/components.ts";

const HASH = "0".repeat(64);

const isComponentName = (name: string): name is ComponentName => Object.hasOwn(COMPONENTS, name);

function artifact(component: ComponentName): Artifact {
  const declared = COMPONENTS[component];
  if (declared.kind === "function-app") return { kind: "package", component, hash: HASH };
  if (declared.kind === "container-group") return { kind: "brought" };
  const { repository, dockerfile } = declared.image;
  return { kind: "image", component, hash: HASH, repository, tag: "c-0", dockerfile };
}

const artifacts: CodeArtifacts = new Map(
  Object.keys(COMPONENTS)
    .filter(isComponentName)
    .map((component) => [component, artifact(component)]),
);

buildEstate(readEstate(readStackConfig(), await getClientConfig(), artifacts), artifacts);
