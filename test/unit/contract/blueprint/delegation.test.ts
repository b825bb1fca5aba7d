import { describe, expect, test } from "@jest/globals";
import { RESERVED_WORKER_IDS } from "../../../../runtime/contract/blueprint/components.ts";
import {
  CONDITION_VERSION,
  DELEGATIONS,
  delegationCondition,
} from "../../../../runtime/contract/blueprint/delegation.ts";
import { allWorkerIds, identitiesOf } from "../../../../runtime/contract/blueprint/identities.ts";
import { RIGHTS } from "../../../../runtime/contract/blueprint/rights.ts";
import { BUILT_IN_ROLES, DENIED_ROLES } from "../../../../runtime/contract/blueprint/roles.ts";

describe("the identities of an estate", () => {
  test("each worker id has an identity of its own", () => {
    expect(identitiesOf("worker", ["a", "b"])).toEqual([
      { name: "worker-a", component: "worker", workerId: "a" },
      { name: "worker-b", component: "worker", workerId: "b" },
    ]);
    expect(identitiesOf("worker", [])).toEqual([]);
  });

  test("every component but the worker has one identity, called like it", () => {
    expect(identitiesOf("scheduler", ["a"])).toEqual([
      { name: "scheduler", component: "scheduler", workerId: null },
    ]);
    expect(identitiesOf("run-cards-score", ["a"])).toEqual([
      { name: "run-cards-score", component: "run-cards-score", workerId: null },
    ]);
    expect(identitiesOf("haymaker-worker", ["a"])).toEqual([
      { name: "haymaker-worker", component: "haymaker-worker", workerId: "haymaker" },
    ]);
  });

  test("a reserved worker id cannot be configured", () => {
    expect(RESERVED_WORKER_IDS).toEqual(["haymaker"]);
    expect(allWorkerIds(["a"])).toEqual(["a", "haymaker"]);
    expect(() => allWorkerIds(["a", "haymaker"])).toThrow("belongs to the platform");
  });
});

describe("what may be handed on", () => {
  test.each(DELEGATIONS.map((one) => [one.scope.kind, one] as const))(
    "X-07 (part): on %s adding and removing are bound to the same roles, none of them denied",
    (_kind, delegation) => {
      const condition = delegationCondition(delegation);
      const lists = [...condition.matchAll(/GuidEquals \{([^}]*)\}/g)].map((match) => match[1]);
      const allowed = delegation.allowedRoles.map((role) => BUILT_IN_ROLES[role]).join(", ");
      expect(lists).toEqual([allowed, allowed]);
      const denied = [
        ...Object.values(DENIED_ROLES),
        BUILT_IN_ROLES["Role Based Access Control Administrator"],
      ];
      for (const id of denied) expect(condition).not.toContain(id);
    },
  );

  test("X-07 (part): the condition reads as Azure wants it", () => {
    const [first] = DELEGATIONS;
    expect(first && delegationCondition(first)).toBe(
      "((!(ActionMatches{'Microsoft.Authorization/roleAssignments/write'})) OR " +
        "(@Request[Microsoft.Authorization/roleAssignments:RoleDefinitionId] " +
        "ForAnyOfAnyValues:GuidEquals {b24988ac-6180-42a0-ab88-20f7382dd24c} AND " +
        "@Request[Microsoft.Authorization/roleAssignments:PrincipalType] " +
        "ForAnyOfAnyValues:StringEqualsIgnoreCase {'ServicePrincipal'})) AND " +
        "((!(ActionMatches{'Microsoft.Authorization/roleAssignments/delete'})) OR " +
        "(@Resource[Microsoft.Authorization/roleAssignments:RoleDefinitionId] " +
        "ForAnyOfAnyValues:GuidEquals {b24988ac-6180-42a0-ab88-20f7382dd24c} AND " +
        "@Resource[Microsoft.Authorization/roleAssignments:PrincipalType] " +
        "ForAnyOfAnyValues:StringEqualsIgnoreCase {'ServicePrincipal'}))",
    );
    expect(CONDITION_VERSION).toBe("2.0");
  });

  test("X-07 (part): every right to assign roles has a delegation that bounds it", () => {
    const assigning = RIGHTS.filter(
      ({ role }) => role === "Role Based Access Control Administrator",
    ).map(({ component, scope, when }) => ({ component, scope, when }));
    expect(assigning).toEqual(
      DELEGATIONS.map(({ holder, scope, when }) => ({ component: holder, scope, when })),
    );
  });
});
