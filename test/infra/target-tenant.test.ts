/** Which tenant the target may be in; only a program that runs against Azure knows the estate's. */
import { describe, expect, test } from "@jest/globals";
import { readEstate } from "../../infra/config.ts";
import { privateConfig } from "./ground-config.ts";

const HERE = "1abcdef0-1111-4111-8111-111111111111";
const ELSEWHERE = "2abcdef0-1111-4111-8111-111111111111";
const NOBODYS = "00000000-0000-0000-0000-000000000000";

const estateIn = (tenantId: string, targetTenant: string) =>
  readEstate(
    { ...privateConfig, target: { ...privateConfig.target, tenantId: targetTenant } },
    { tenantId, subscriptionId: HERE },
    new Map(),
  );

describe("the tenant of the target", () => {
  test("is the estate's, or the program ends with both and what to do", () => {
    expect(() => estateIn(HERE, ELSEWHERE)).toThrow(
      `Pulumi.prod.yaml: target.tenantId is ${ELSEWHERE}, and this estate is built in ${HERE}.`,
    );
    expect(() => estateIn(HERE, ELSEWHERE)).toThrow(/give a subscription of the estate's own/);
    expect(estateIn(HERE, HERE).config.target.tenantId).toBe(HERE);
  });

  test.each([
    ["nobody is logged in", NOBODYS, ELSEWHERE],
    ["it is an example still, of which a plan warns", HERE, privateConfig.target.tenantId],
  ])("is not compared while %s", (_while, estate, target) => {
    expect(estateIn(estate, target).config.target.tenantId).toBe(target);
  });
});
