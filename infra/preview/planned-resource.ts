/** What the program asked for, as the engine recorded it, before anything is normalised. */

export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [key: string]: Json };

export type JsonObject = { readonly [key: string]: Json };

export type PlannedResource = {
  readonly urn: string;
  readonly type: string;
  readonly name: string;
  /** Empty for the stack itself. */
  readonly parent: string;
  /** False for components, which exist only in the program. */
  readonly custom: boolean;
  readonly protect: boolean;
  /** Properties that an update leaves as they are in Azure. */
  readonly ignoreChanges: readonly string[];
  readonly inputs: JsonObject;
  readonly dependencies: readonly string[];
  /** For each input, the resources that its value comes from. */
  readonly propertyDependencies: Readonly<Record<string, readonly string[]>>;
};

export const STACK_TYPE = "pulumi:pulumi:Stack";

export const isJsonObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);
