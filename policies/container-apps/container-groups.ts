/** The scaler's containers read personal data; a public address or a key in a variable gives it
 *  away. */
import type { ContainerGroupArgs } from "@pulumi/azure-native/containerinstance/index.js";
import type { ResourceValidationPolicy } from "@pulumi/policy";
import { isSet, isWord, onType } from "../resource-rule.ts";

const SECRET = /(?:PASSWORD|_SECRET|API_?KEY|ACCESS_?KEY|CONNECTION_?STR(?:ING)?|TOKEN)$/i;

export const containerGroups = {
  name: "container-groups-private",
  displayName: "Container groups are private",
  description: "A container group runs as an identity, without public address or plain secret.",
  severity: "high",
  tags: ["CKV_AZURE_235"],
  validateResource: onType<ContainerGroupArgs>(
    "containerinstance:ContainerGroup",
    (props, report) => {
      if (!/UserAssigned/i.test(props.identity?.type ?? ""))
        report("Give the group a user-assigned identity: without one its image needs keys.");
      if (isWord(props.ipAddress?.type, "Public"))
        report("Remove the public address: nobody calls these containers.");
      const variables = [...props.containers, ...(props.initContainers ?? [])].flatMap(
        ({ environmentVariables }) => environmentVariables ?? [],
      );
      for (const one of variables.filter(({ name }) => SECRET.test(name)))
        if (isSet(one, "value"))
          report(
            `Drop ${one.name}: an identity needs no key, and a value is shown to whoever looks.`,
          );
    },
  ),
} satisfies ResourceValidationPolicy;
