import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { resourceName } from "../../../runtime/contract/naming.ts";
import { NAME_RULES, type ResourceKind } from "../../../runtime/contract/naming-rules.ts";

const KINDS = Object.keys(NAME_RULES) as ResourceKind[];

/** Azure's own rules, written down apart from the code: form, shortest, longest. */
const AZURE: Readonly<Record<ResourceKind, readonly [RegExp, number, number]>> = {
  resourceGroup: [/^[\w().-]*[\w()-]$/, 1, 90],
  keyVault: [/^[A-Za-z](?:-?[A-Za-z0-9])*$/, 3, 24],
  storageAccount: [/^[a-z0-9]+$/, 3, 24],
  serviceBusNamespace: [/^[A-Za-z](?!.*-(?:sb|mgmt)$)[A-Za-z0-9-]*[A-Za-z0-9]$/, 6, 50],
  sqlServer: [/^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/, 1, 63],
  sqlDatabase: [/^[^<>*%&:\\/?]*[^<>*%&:\\/?. ]$/, 1, 128],
  appServicePlan: [/^[A-Za-z0-9-]+$/, 1, 40],
  functionApp: [/^[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?$/, 2, 32],
  containerAppsEnvironment: [/^[a-z](?:-?[a-z0-9])*$/, 2, 60],
  containerApp: [/^[a-z](?:-?[a-z0-9])*$/, 2, 32],
  containerAppJob: [/^[a-z](?:-?[a-z0-9])*$/, 2, 32],
  containerRegistry: [/^[A-Za-z0-9]+$/, 5, 50],
  containerGroup: [/^[a-z0-9](?:-?[a-z0-9])*$/, 1, 63],
  userAssignedIdentity: [/^[A-Za-z0-9][\w-]*$/, 3, 128],
  virtualNetwork: [/^[A-Za-z0-9][\w.-]*\w$/, 2, 64],
  subnet: [/^[A-Za-z0-9][A-Za-z0-9.-]*[A-Za-z0-9]$/, 1, 80],
  networkSecurityGroup: [/^[A-Za-z0-9][\w.-]*\w$/, 1, 80],
  privateEndpoint: [/^[A-Za-z0-9][\w.-]*\w$/, 2, 64],
  natGateway: [/^[A-Za-z0-9][\w.-]*\w$/, 1, 80],
  publicIpAddress: [/^[A-Za-z0-9][\w.-]*\w$/, 1, 80],
  actionGroup: [/^[^:<>+/&%\\?|]*[^:<>+/&%\\?|. ]$/, 1, 260],
  alertRule: [/^[^*#&+:<>?@%{}\\/|]*[^*#&+:<>?@%{}\\/|. ]$/, 1, 260],
  budget: [/^[\w-]+$/, 1, 63],
  logAnalytics: [/^[A-Za-z0-9][A-Za-z0-9-]*[A-Za-z0-9]$/, 4, 63],
  applicationInsights: [/^[^%&\\?/]*[^%&\\?/. ]$/, 1, 260],
};

const word = fc.oneof(
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.stringMatching(/^[a-z][a-z0-9-]{0,60}$/),
);
const parts = fc.record(
  {
    kind: fc.constantFrom(...KINDS),
    project: word,
    environment: word,
    name: word,
    suffixSeed: fc.string({ unit: "binary" }),
  },
  { requiredKeys: ["kind", "project", "environment", "suffixSeed"] },
);

describe("resource names", () => {
  test("X-11: a name is legal for its kind, whatever its parts are", () => {
    fc.assert(
      fc.property(parts, (one) => {
        const name = resourceName(one);
        const [form, charsMin, charsMax] = AZURE[one.kind];
        expect(name).toMatch(form);
        expect(name.length).toBeGreaterThanOrEqual(charsMin);
        expect(name.length).toBeLessThanOrEqual(charsMax);
      }),
      { seed: 8, numRuns: 2_000 },
    );
  });

  test("X-11: the same parts always give the same name", () => {
    const one = {
      kind: "keyVault",
      project: "azurehaymaker",
      environment: "dev",
      suffixSeed: "subscription-1",
    } as const;
    expect(resourceName(one)).toBe("azurehay-kv-dev-rbanlzwq");
  });

  test("X-11: different parts give different names, also when they read alike", () => {
    const alike = [
      { project: "a-b", environment: "c" },
      { project: "a", environment: "b-c" },
      { project: "a", environment: "b", name: "c" },
      { project: "A", environment: "b", name: "c" },
      { project: "a", environment: "b", name: "c!" },
      { project: "a", environment: "b" },
      { project: "a", environment: "b", name: "" },
    ];
    for (const kind of KINDS) {
      const names = alike.map((one) => resourceName({ kind, ...one, suffixSeed: "s" }));
      expect(new Set(names).size).toBe(alike.length);
    }
  });

  test("X-11: forty thousand names under the tightest limit are all different", () => {
    const names = new Set<string>();
    for (let number = 0; number < 40_000; number += 1) {
      const project = "a-project-with-a-long-name";
      const name = `resource-${number}`;
      names.add(
        resourceName({
          kind: "storageAccount",
          project,
          environment: "prod",
          name,
          suffixSeed: "",
        }),
      );
    }
    expect(names.size).toBe(40_000);
  });

  test("X-11: a name begins with its project as far as that fits", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...KINDS),
        fc.stringMatching(/^[a-z][a-z0-9]{0,20}$/),
        (kind, project) => {
          const name = resourceName({ kind, project, environment: "dev", suffixSeed: "s" });
          expect(name.startsWith(project.slice(0, 8))).toBe(true);
        },
      ),
      { seed: 9 },
    );
  });

  test("X-11: only what is too long is shortened", () => {
    const long = { project: "azurehaymaker", environment: "production", suffixSeed: "s" };
    const pieces = resourceName({ kind: "containerApp", ...long, name: "worker-01" }).split("-");
    expect(pieces.slice(0, 4)).toEqual(["azureh", "ca", "produc", "worker"]);
    const roomy = resourceName({ kind: "resourceGroup", ...long, name: "worker-01" });
    expect(roomy.startsWith("azurehaymaker-rg-production-worker-01-")).toBe(true);
  });

  test("a project that begins with a digit or has no letters still gives a legal name", () => {
    const rest = { kind: "keyVault", environment: "dev", suffixSeed: "s" } as const;
    expect(resourceName({ ...rest, project: "365move" })).toMatch(/^x365move-kv-dev-/);
    expect(resourceName({ ...rest, project: "\u2603" })).toMatch(/^x-kv-dev-/);
  });
});
