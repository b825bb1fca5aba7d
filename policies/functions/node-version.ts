/** Holes in a version without support stay open. */
import type { WebAppArgs } from "@pulumi/azure-native/web/index.js";
import type { ResourceValidationPolicy } from "@pulumi/policy";
import { isWord, onType } from "../resource-rule.ts";

const DEFAULT_VERSIONS: readonly string[] = ["22", "24"];

export const functionNode = {
  name: "functions-node-version",
  displayName: "Functions run a supported Node",
  description: "Function apps run a version of Node that still gets security fixes.",
  severity: "medium",
  tags: ["Azure.AppService.NodeJsVersion"],
  configSchema: { properties: { versions: { type: "array", items: { type: "string" } } } },
  validateResource: onType<WebAppArgs>("web:WebApp", ({ functionAppConfig }, report, args) => {
    const { versions = DEFAULT_VERSIONS } = args.getConfig<{ versions?: readonly string[] }>();
    const { name, version = "" } = functionAppConfig?.runtime ?? {};
    if (isWord(name, "node") && versions.includes(version)) return;
    report(`Set functionAppConfig.runtime to node ${versions.join(" or ")}: others get no fixes.`);
  }),
} satisfies ResourceValidationPolicy;
