/** Makes planned resources for tests, with the least that a test must say. */
import type { JsonObject, PlannedResource } from "../../infra/preview/planned-resource.ts";

export const planned = (
  type: string,
  name: string,
  inputs: JsonObject = {},
  rest: Partial<PlannedResource> = {},
): PlannedResource => ({
  urn: `urn:pulumi:test::drover::${type}::${name}`,
  type,
  name,
  parent: "",
  custom: true,
  protect: false,
  ignoreChanges: [],
  inputs,
  dependencies: [],
  propertyDependencies: {},
  ...rest,
});

export const secret = (value: string): JsonObject => ({
  "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
  value,
});

export const UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
