/** A component without code in the plan: nothing is built for it, and it says why. It is nothing of
 *  Azure's; previews show it, policies read it, and it goes when the code comes. */
import * as pulumi from "@pulumi/pulumi";
import { type CodeArtifacts, notYetShipped } from "../bundle/artifact-shape.ts";

class NotYetShipped extends pulumi.ComponentResource {
  constructor(component: string, reason: string) {
    super("drover:code:NotYetShipped", component, { reason });
    this.registerOutputs({ reason });
  }
}

export function sayWhatIsMissing(artifacts: CodeArtifacts): void {
  for (const [component, reason] of notYetShipped(artifacts)) new NotYetShipped(component, reason);
}
