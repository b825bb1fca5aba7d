/** The only reader of the stack's config. Everything else in infra receives one frozen value. */
import * as pulumi from "@pulumi/pulumi";
import { parseStackConfig, type StackConfig, valuesOf } from "./stack-settings.ts";

/** A program with a config it cannot use has nothing to build: Pulumi shows the message. */
export function readStackConfig(): StackConfig {
  const values = valuesOf(pulumi.getProject(), pulumi.runtime.allConfig());
  const config = parseStackConfig(pulumi.getStack(), values);
  if (!config.ok) throw new pulumi.RunError(config.error);
  return config.value;
}
