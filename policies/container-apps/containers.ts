/** All containers of an app or a job: also those that run before the others and end. */
import type { ContainerAppArgs } from "@pulumi/azure-native/app/index.js";
import type { Unwrap } from "@pulumi/pulumi";
import { each } from "../stack-rule.ts";

type Template = NonNullable<Unwrap<ContainerAppArgs>["template"]>;
type Container =
  | NonNullable<Template["containers"]>[number]
  | NonNullable<Template["initContainers"]>[number];

/** One container of which something is unknown does not hide what another one breaks. */
export const eachContainer = (
  template: Template | undefined,
  check: (container: Container) => void,
): void =>
  each(["containers", "initContainers"] as const, (list) =>
    each<Container>(template?.[list] ?? [], check),
  );
