/** Members' personal data stays in the regions that were agreed for this stack. */
import type { ResourceValidationPolicy } from "@pulumi/policy";

const DEFAULT_REGIONS: readonly string[] = ["westeurope", "northeurope"];

/** Resources without a region of their own (DNS zones) say "global". */
const EVERYWHERE = "global";

/** Azure takes "West Europe" and "westeurope" for the same place. */
const canonical = (region: string): string => region.toLowerCase().replaceAll(" ", "");

export const allowedRegions = {
  name: "allowed-regions",
  displayName: "Allowed regions",
  description: "Resources are created only in the regions agreed for the stack.",
  severity: "high",
  tags: ["Azure.Resource.AllowedRegions"],
  configSchema: {
    properties: { regions: { type: "array", items: { type: "string" }, minItems: 1 } },
  },
  validateResource: (args, reportViolation) => {
    const location: unknown = args.props["location"];
    if (typeof location !== "string") return;
    const { regions = DEFAULT_REGIONS } = args.getConfig<{ regions?: readonly string[] }>();
    const allowed = [EVERYWHERE, ...regions.map(canonical)];
    if (allowed.includes(canonical(location))) return;
    reportViolation(
      `Move it to ${regions.join(" or ")}: ${location} is not agreed as a place for members' data.`,
    );
  },
} satisfies ResourceValidationPolicy;
