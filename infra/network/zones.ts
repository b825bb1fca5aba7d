/** One private DNS zone for each kind of service with a private endpoint, answering in the
 *  estate's network and in its hub: people and deployments there must find the same doors. */
import { PrivateZone, VirtualNetworkLink } from "@pulumi/azure-native/privatedns/index.js";
import type * as pulumi from "@pulumi/pulumi";
import type { Estate } from "../estate.ts";
import { PRIVATE_SERVICES, type PrivateService } from "./services.ts";

export type Zone = {
  readonly id: pulumi.Output<string>;
  readonly links: readonly pulumi.Resource[];
};

export type Zones = Readonly<Record<PrivateService, Zone>>;

export type ZonesArgs = {
  readonly estate: Estate;
  /** By what they are to us: `own` and `hub`. */
  readonly networks: Readonly<Record<string, pulumi.Input<string>>>;
  readonly parent: pulumi.Resource;
  readonly after: pulumi.Resource;
};

/** Zones and their links belong to no region. */
const EVERYWHERE = "Global";

function makeZone(name: string, service: PrivateService, args: ZonesArgs): Zone {
  const { resourceGroupName, config } = args.estate;
  const privateZoneName = PRIVATE_SERVICES[service];
  const place = { resourceGroupName, location: EVERYWHERE, tags: config.tags };
  const zone = new PrivateZone(
    `${name}-zone-${service}`,
    { ...place, privateZoneName },
    { parent: args.parent, dependsOn: [args.after] },
  );
  const links = Object.entries(args.networks).map(
    ([which, id]) =>
      new VirtualNetworkLink(
        `${name}-zone-${service}-${which}`,
        {
          ...place,
          privateZoneName,
          virtualNetworkLinkName: which,
          virtualNetwork: { id },
          registrationEnabled: false,
        },
        { parent: zone },
      ),
  );
  return { id: zone.id, links };
}

export function makeZones(name: string, args: ZonesArgs): Zones {
  const zone = (service: PrivateService) => makeZone(name, service, args);
  return {
    vault: zone("vault"),
    namespace: zone("namespace"),
    sqlServer: zone("sqlServer"),
    blob: zone("blob"),
    table: zone("table"),
    registry: zone("registry"),
    sites: zone("sites"),
  };
}
