import { describe, expect, test } from "@jest/globals";
import type { WorkerFunction } from "../../../../runtime/worker/function.ts";
import { functionLibrary } from "../../../../runtime/worker/functions/library.ts";
import { answerOf } from "../../../conformance/bus/answers.ts";
import { memoryTenant } from "./differential/memory-tenant.ts";
import type { Person } from "./differential/world.ts";
import { CONTEXT } from "./one-job.ts";

const PERSON: Person = {
  tag: "p1",
  upn: "ann@fabrikam.test",
  displayName: "Ann",
  isEnabled: true,
  department: null,
  usageLocation: "DE",
  phones: [],
  profile: {},
  mail: null,
  external: "no",
  groups: ["licence-e3"],
  mailSide: null,
  move: "none",
  movedFrom: null,
};
const WORLD = {
  people: [PERSON],
  groups: ["licence-e3"],
  mailGroup: { name: "all", members: [] },
  sent: [],
};

const library = functionLibrary(memoryTenant().tenant);
const aboutUsers = library.filter(({ manifest }) =>
  Object.hasOwn(Object(manifest.params["properties"]), "UserId"),
);

describe("whom a function is about", () => {
  test.each(aboutUsers.map((each) => [each.manifest.name as string, each] as const))(
    "M-117 (part): %s takes an object id for UserId, and no name",
    (_name, { manifest, prepare }) => {
      const [example] = manifest.examples;
      const { UserPrincipalName: _key, ...rest } = Object(example?.params);
      const refused = prepare({ ...rest, UserId: "ann@fabrikam.test" });
      expect(refused).toEqual({
        ok: false,
        error: [{ field: "UserId", message: expect.stringContaining("into UserPrincipalName") }],
      });
    },
  );

  test.each(["Remove-EntraGroupMember", "Remove-EntraLicenceGroup"])(
    "M-117 (part): %s takes somebody out whose id is written in braces",
    async (name) => {
      const { tenant, seed, read } = memoryTenant();
      const id = (await seed(WORLD)).get("p1");
      const made = functionLibrary(tenant).find(({ manifest }) => manifest.name === name);
      const params = { UserId: `{${id}}`, GroupName: "licence-e3" };
      const call = answerOf((made as WorkerFunction).prepare(params));
      expect(await call(CONTEXT)).toMatchObject({ ok: true });
      expect((await read()).people.map(({ groups }) => groups)).toEqual([[]]);
    },
  );
});
