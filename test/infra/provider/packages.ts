/** The providers of others that the estate needs, as the stand-in plays them: how each names a
 *  thing, and which inputs cannot change while a thing lives. */
import { createRequire } from "node:module";
import type { JsonObject } from "../../../infra/preview/planned-resource.ts";
import { fail, ok, type Result } from "../../../runtime/contract/result.ts";
import { idOf, nameParameter, parametersOf, templateOf } from "./azure-ids.ts";
import { uuidOf } from "./outputs.ts";
import { plainObject } from "./wire.ts";

export type PackageName = "azure-native" | "azuread";

export type Asked = {
  readonly type: string;
  readonly urn: string;
  readonly inputs: JsonObject;
};

export type Named = {
  /** Inputs with the name that the provider makes up where the program gives none. */
  readonly named: (asked: Asked) => Result<JsonObject, string>;
  readonly idOf: (asked: Asked, subscriptionId: string) => Result<string, string>;
  readonly fixed: (type: string) => readonly string[];
};

const require = createRequire(import.meta.url);

export const versionOf = (name: PackageName): string =>
  require(`@pulumi/${name}/package.json`).version;

const ownName = (urn: string): string => urn.split("::").at(-1) ?? "";

/** Azure knows a role assignment by a UUID; other things by the program's name and a few digits. */
const madeName = (type: string, urn: string): string =>
  type.endsWith(":RoleAssignment") ? uuidOf(urn) : `${ownName(urn)}${uuidOf(urn).slice(0, 8)}`;

const azureNative: Named = {
  named: ({ type, urn, inputs }) => {
    const template = templateOf(type);
    if (!template.ok) return template;
    const name = nameParameter(template.value);
    if (name === undefined || inputs[name] !== undefined) return ok(inputs);
    return ok({ ...inputs, [name]: madeName(type, urn) });
  },
  idOf: ({ type, inputs }, subscriptionId) => {
    const template = templateOf(type);
    return template.ok ? idOf(template.value, plainObject(inputs), subscriptionId) : template;
  },
  fixed: (type) => {
    const template = templateOf(type);
    return template.ok ? [...parametersOf(template.value), "location"] : [];
  },
};

/** Entra gives every object a UUID of its own; the path before it tells the kind. */
const azuread: Named = {
  named: ({ inputs }) => ok(inputs),
  idOf: ({ type, urn }) => {
    const kind = type.split(":").at(-1) ?? "";
    if (kind === "") return fail(`${type} is no type of azuread`);
    return ok(`/${kind.charAt(0).toLowerCase()}${kind.slice(1)}s/${uuidOf(urn)}`);
  },
  fixed: () => ["applicationId", "clientId", "appRoleId", "principalObjectId", "resourceObjectId"],
};

export const PACKAGES: Readonly<Record<PackageName, Named>> = {
  "azure-native": azureNative,
  azuread,
};
