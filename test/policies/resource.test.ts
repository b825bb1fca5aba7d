import { describe, expect, test } from "@jest/globals";
import { allowedRegions } from "../../policies/resource/allowed-regions.ts";
import { requiredTags } from "../../policies/resource/required-tags.ts";
import { remedy, violations } from "./judge.ts";

const TAGS = { owner: "platform", "cost-centre": "cc-1", environment: "test" };
const GROUP = "azure-native:resources:ResourceGroup";
const group = (props: object) => ({ type: GROUP, props: { location: "westeurope", ...props } });

describe("required tags", () => {
  test("a resource with all three tags passes and is left alone", async () => {
    expect(await violations(requiredTags, group({ tags: TAGS }))).toEqual([]);
    expect(await remedy(requiredTags, group({ tags: TAGS }))).toBeUndefined();
  });

  test("a resource without tags is told which are missing", async () => {
    const [message] = await violations(requiredTags, group({}));
    expect(message).toMatch(/^Add the tags owner, cost-centre, environment:/);
  });

  test("an empty tag is a missing tag", async () => {
    const [message] = await violations(requiredTags, group({ tags: { ...TAGS, owner: "  " } }));
    expect(message).toMatch(/^Add the tags owner:/);
  });

  test("the environment is filled in from the stack's name, nothing else is guessed", async () => {
    const fixed = await remedy(requiredTags, group({ tags: { "cost-centre": "cc-1" } }));
    expect(fixed).toEqual({
      location: "westeurope",
      tags: { "cost-centre": "cc-1", environment: "test" },
    });
    const [message] = await violations(requiredTags, { type: GROUP, props: fixed ?? {} });
    expect(message).toMatch(/^Add the tags owner:/);
  });

  test("a resource that cannot carry tags is neither judged nor changed", async () => {
    const topic = { type: "azure-native:servicebus:Topic", props: {} };
    expect(await violations(requiredTags, topic)).toEqual([]);
    expect(await remedy(requiredTags, topic)).toBeUndefined();
  });
});

describe("allowed regions", () => {
  test("an agreed region passes, however it is written", async () => {
    expect(await violations(allowedRegions, group({}))).toEqual([]);
    expect(await violations(allowedRegions, group({ location: "West Europe" }))).toEqual([]);
  });

  test.each(["eastus", "uksouth"])("%s is refused where nobody agreed to it", async (location) => {
    const [message] = await violations(allowedRegions, group({ location }));
    expect(message).toMatch(new RegExp(`^Move it to westeurope or northeurope: ${location} `));
  });

  test("the stack's list replaces the usual one", async () => {
    const config = { regions: ["uksouth"] };
    expect(await violations(allowedRegions, group({ location: "uksouth" }), config)).toEqual([]);
    expect(await violations(allowedRegions, group({}), config)).toHaveLength(1);
  });

  test("a resource without a region, or with the global one, passes", async () => {
    expect(await violations(allowedRegions, { type: GROUP, props: {} })).toEqual([]);
    expect(await violations(allowedRegions, group({ location: "Global" }))).toEqual([]);
  });
});
