/** The bus carries every decision of the engine. `replica` in policies/<stack>.json demands a
 *  second region too, at twice the price. */
import type { NamespaceArgs } from "@pulumi/azure-native/servicebus/index.js";
import type { ResourceValidationPolicy } from "@pulumi/policy";
import { isWord, onType } from "../resource-rule.ts";

export const busZones = {
  name: "service-bus-survives-a-zone",
  displayName: "Service Bus survives a zone",
  description:
    "A Premium namespace spans zones; a stack may also demand a replica in another region.",
  severity: "medium",
  tags: ["Azure.ServiceBus.GeoReplica"],
  configSchema: { properties: { replica: { type: "boolean" } } },
  validateResource: onType<NamespaceArgs>("servicebus:Namespace", (props, report, args) => {
    if (!isWord(props.sku?.name, "Premium")) return;
    if (props.zoneRedundant === false)
      report("Leave zoneRedundant on: the loss of one zone would stop every migration.");
    const { replica = false } = args.getConfig<{ replica?: boolean }>();
    const places = props.geoDataReplication?.locations ?? [];
    if (replica && places.length < 2)
      report("Add a second region to geoDataReplication: this stack must survive the loss of one.");
  }),
} satisfies ResourceValidationPolicy;
