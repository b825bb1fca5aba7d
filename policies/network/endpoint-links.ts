/** Which private endpoint leads to which service. */
import type { PolicyResource, StackValidation } from "@pulumi/policy";
import { each, ofTypes, refersTo } from "../stack-rule.ts";

const CONNECTIONS = "privateLinkServiceConnections";

export const endpointsOf = (
  resources: readonly PolicyResource[],
  service: PolicyResource,
): readonly PolicyResource[] =>
  ofTypes(resources, "network:PrivateEndpoint").filter((endpoint) =>
    refersTo(endpoint, CONNECTIONS, service),
  );

/** For the rules that ask it of one kind of service each. */
export const eachHasEndpoint =
  (type: string, why: string): StackValidation =>
  ({ resources }, report) =>
    each(ofTypes(resources, type), (service) => {
      if (endpointsOf(resources, service).length > 0) return;
      report(`Give it a private endpoint: ${why}`, service.urn);
    });
