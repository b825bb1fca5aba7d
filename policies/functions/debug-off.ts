/** A debugger reads every secret in memory, and opens ports to do so. */
import type { WebAppArgs } from "@pulumi/azure-native/web/index.js";
import type { ResourceValidationPolicy } from "@pulumi/policy";
import { onType } from "../resource-rule.ts";

export const functionDebugOff = {
  name: "functions-debug-off",
  displayName: "Functions are not debugged from afar",
  description: "Remote debugging and remote shells are off.",
  severity: "high",
  tags: ["Azure.AppService.RemoteDebug", "CKV_AZURE_72"],
  validateResource: onType<WebAppArgs>("web:WebApp", ({ siteConfig, sshEnabled }, report) => {
    if (siteConfig?.remoteDebuggingEnabled === true)
      report(
        "Set siteConfig.remoteDebuggingEnabled to false: a debugger reads all that is in memory.",
      );
    if (sshEnabled === true)
      report("Set sshEnabled to false: nobody needs a shell where the code runs.");
  }),
} satisfies ResourceValidationPolicy;
