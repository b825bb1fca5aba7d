/** A key vault: secrets with versions, deletion that can be undone, and certificates as far as a
 *  worker reads them (a secret whose content is a PFX). Values are kept as they are: it is a
 *  simulation, and its journal must not get real ones.
 *  V1. Purge protection is on, as in the estate's own vault: what was deleted stays recoverable,
 *      and keeps its name, for all of its days. */
import { isJsonObject, type JsonObject } from "../../../contract/json-object.ts";
import { answered, type Decision, type Handler, json, type TenantRequest } from "../answer.ts";
import { idOf } from "../chance.ts";
import { TENANT_LIMITS } from "../limits.ts";
import type { SecretVersion, Tables } from "../objects.ts";
import { callerOf, challengeOf } from "../tokens.ts";
import { hasRoom, see, seeAll } from "../views.ts";
import type { Scene } from "../world.ts";

type Secret = Tables["secrets"];

const DAY_MS = 86_400_000;
const RECOVERABLE_DAYS = 90;
const NAME = /^[0-9A-Za-z-]+$/;

export const vault: Handler = (scene, request) => {
  const caller = callerOf(scene, "vault", request);
  if (caller.kind === "unknown") {
    const { answer } = failed(401, "Unauthorized", caller.reason);
    return answered({ ...answer, headers: challengeOf(scene, "vault") });
  }
  const [kind = "", name, version, ...more] = request.path;
  if (!request.query.has("api-version"))
    return failed(400, "BadParameter", "api-version is missing.");
  if (name === undefined) {
    return request.method === "GET" ? list(scene, kind.toLowerCase(), request.query) : notKnown();
  }
  const isName = NAME.test(name) && name.length <= TENANT_LIMITS.secretNameChars;
  if (!isName) return failed(400, "BadParameter", `The name '${name}' is invalid.`);
  const secret = kept(scene, see(scene, "truth", "secrets", name.toLowerCase()));
  const isRead = request.method === "GET" && version !== "recover";
  const action = version === undefined || isRead ? "" : `/${version}`;
  if (more.length > 0) return notKnown();
  switch (`${request.method} ${kind.toLowerCase()}${action}`) {
    case "GET secrets":
      return getSecret(scene, secret, name, version);
    case "PUT secrets":
      return putSecret(scene, request, secret, name);
    case "DELETE secrets":
      return deleteSecret(scene, secret, name);
    case "GET certificates":
      return getCertificate(scene, secret, name, version);
    case "GET deletedsecrets":
      return isDeleted(secret) ? answered(json(200, deletedShape(scene, secret))) : missing(name);
    case "POST deletedsecrets/recover":
      return recover(scene, secret, name);
    case "DELETE deletedsecrets":
      return isDeleted(secret) ? failed(403, "Forbidden", PROTECTED) : missing(name);
    default:
      return notKnown();
  }
};

const failed = (status: number, code: string, message: string): Decision =>
  answered(json(status, { error: { code, message } }));

const notKnown = (): Decision =>
  failed(405, "MethodNotAllowed", "The vault does not know this request.");

const PROTECTED = "Operation purge is not allowed: purge protection is enabled for this vault.";

/** What was deleted long enough ago is gone, and only then is its name free. */
const kept = (scene: Scene, secret: Secret | null): Secret | null =>
  isDeleted(secret) && scene.now >= secret.deletedAt + RECOVERABLE_DAYS * DAY_MS ? null : secret;

const missing = (name: string): Decision =>
  failed(404, "SecretNotFound", `A secret with (name/id) ${name} was not found in this key vault.`);

const isDeleted = (secret: Secret | null): secret is Secret & { readonly deletedAt: number } =>
  secret !== null && secret.deletedAt !== null;

function list(scene: Scene, kind: string, query: URLSearchParams): Decision {
  if (kind !== "secrets" && kind !== "deletedsecrets")
    return failed(404, "NotFound", "No such list.");
  const most = TENANT_LIMITS.secretsPerPage;
  const size = Number(query.get("maxresults") ?? most);
  const after = Number(query.get("$skiptoken") ?? -1);
  if (!Number.isInteger(size) || size < 1 || size > most || !Number.isInteger(after)) {
    return failed(400, "BadParameter", `maxresults must be a number from 1 to ${most}.`);
  }
  const wantsDeleted = kind === "deletedsecrets";
  const listed = [...seeAll(scene, "truth", "secrets")].flatMap(({ seq, value }) => {
    const secret = kept(scene, value);
    return seq > after && secret !== null && isDeleted(secret) === wantsDeleted
      ? [{ seq, secret }]
      : [];
  });
  const shown = listed.slice(0, size);
  const value = shown.map(({ secret }) =>
    wantsDeleted ? deletedShape(scene, secret) : itemShape(scene, secret),
  );
  const last = listed.length > size ? shown.at(-1) : undefined;
  return answered(
    json(200, { value, nextLink: last ? nextLink(scene, kind, query, last.seq) : null }),
  );
}

function nextLink(scene: Scene, kind: string, query: URLSearchParams, after: number): string {
  const next = new URLSearchParams(query);
  next.set("$skiptoken", String(after));
  return `${scene.world.settings.origin}/vault/${kind}?${next}`;
}

function getSecret(
  scene: Scene,
  secret: Secret | null,
  name: string,
  version: string | undefined,
): Decision {
  if (secret === null || isDeleted(secret)) return missing(name);
  const found = versionOf(secret, version);
  if (found === undefined) return missing(version === undefined ? name : `${name}/${version}`);
  // Without a version the newest one is meant, disabled or not: there is no way back to an older.
  if (!found.enabled) {
    const message = "Operation get is not allowed on a disabled secret.";
    const innererror = { code: "SecretDisabled" };
    return answered(json(403, { error: { code: "Forbidden", message, innererror } }));
  }
  return answered(json(200, { value: found.value, ...shape(scene, name, found) }));
}

const versionOf = (secret: Secret, version: string | undefined): SecretVersion | undefined =>
  version === undefined
    ? secret.versions.at(-1)
    : secret.versions.find((each) => each.version === version);

function putSecret(
  scene: Scene,
  { body }: TenantRequest,
  secret: Secret | null,
  name: string,
): Decision {
  if (isDeleted(secret)) {
    const message =
      `Secret ${name} is currently in a deleted but recoverable state, and its name cannot be ` +
      "reused; in this state, the secret can only be recovered or purged.";
    return answered(
      json(409, {
        error: { code: "Conflict", message, innererror: { code: "ObjectIsDeletedButRecoverable" } },
      }),
    );
  }
  const value = isJsonObject(body) ? body["value"] : undefined;
  if (
    typeof value !== "string" ||
    value.length > TENANT_LIMITS.secretChars ||
    !isJsonObject(body)
  ) {
    return failed(400, "BadParameter", "The parameter value is missing or too long.");
  }
  if (!hasRoom(scene, "secrets")) return failed(403, "Forbidden", "The vault is full.");
  const before = secret?.versions ?? [];
  const attributes = isJsonObject(body["attributes"]) ? body["attributes"] : {};
  const times = timesOf(attributes);
  if (times === null) return failed(400, "BadParameter", "The attributes exp or nbf are invalid.");
  const version: SecretVersion = {
    version: idOf(scene.world.settings.seed, "secret", name, before.length, scene.now).replaceAll(
      "-",
      "",
    ),
    value,
    contentType: typeof body["contentType"] === "string" ? body["contentType"] : null,
    enabled: attributes["enabled"] !== false,
    tags: isJsonObject(body["tags"]) ? (body["tags"] as Record<string, string>) : {},
    created: scene.now,
    ...times,
  };
  const versions = [...before, version].slice(-TENANT_LIMITS.secretVersions);
  return answered(json(200, { value, ...shape(scene, name, version) }), [
    { table: "secrets", key: name.toLowerCase(), value: { name, versions, deletedAt: null } },
  ]);
}

/** Whole seconds, and an end after the beginning. Both are only told: what is over can be read. */
function timesOf({ exp, nbf }: JsonObject): Pick<SecretVersion, "expires" | "notBefore"> | null {
  const isTime = (value: unknown): value is number | undefined | null =>
    value === undefined || value === null || (Number.isInteger(value) && Number(value) >= 0);
  if (!isTime(exp) || !isTime(nbf)) return null;
  if (typeof exp === "number" && typeof nbf === "number" && nbf >= exp) return null;
  return {
    ...(typeof exp === "number" && { expires: exp }),
    ...(typeof nbf === "number" && { notBefore: nbf }),
  };
}

function deleteSecret(scene: Scene, secret: Secret | null, name: string): Decision {
  if (secret === null || isDeleted(secret)) return missing(name);
  const value = { ...secret, deletedAt: scene.now };
  return answered(json(200, deletedShape(scene, value)), [
    { table: "secrets", key: name.toLowerCase(), value },
  ]);
}

function recover(scene: Scene, secret: Secret | null, name: string): Decision {
  if (!isDeleted(secret)) return missing(name);
  const value = { ...secret, deletedAt: null };
  return answered(json(200, itemShape(scene, value)), [
    { table: "secrets", key: name.toLowerCase(), value },
  ]);
}

/** The public part; the private key is in the secret of the same name. */
function getCertificate(
  scene: Scene,
  secret: Secret | null,
  name: string,
  version: string | undefined,
): Decision {
  const found = secret === null || isDeleted(secret) ? undefined : versionOf(secret, version);
  if (found?.contentType !== "application/x-pkcs12") {
    return failed(
      404,
      "CertificateNotFound",
      `A certificate with (name/id) ${name} was not found.`,
    );
  }
  const base = `${scene.world.settings.origin}/vault`;
  const { attributes } = shape(scene, name, found);
  return answered(
    json(200, {
      id: `${base}/certificates/${name}/${found.version}`,
      sid: `${base}/secrets/${name}/${found.version}`,
      x5t: idOf(scene.world.settings.seed, "thumbprint", found.version).replaceAll("-", ""),
      contentType: found.contentType,
      attributes,
    }),
  );
}

function shape(scene: Scene, name: string, version: SecretVersion) {
  const created = Math.floor(version.created / 1_000);
  return {
    id: `${scene.world.settings.origin}/vault/secrets/${name}/${version.version}`,
    ...(version.contentType === null ? {} : { contentType: version.contentType }),
    attributes: {
      enabled: version.enabled,
      ...(version.notBefore !== undefined && { nbf: version.notBefore }),
      ...(version.expires !== undefined && { exp: version.expires }),
      created,
      updated: created,
      recoveryLevel: "Recoverable",
      recoverableDays: RECOVERABLE_DAYS,
    },
    tags: version.tags,
  };
}

function itemShape(scene: Scene, secret: Secret) {
  const last = secret.versions.at(-1);
  const id = `${scene.world.settings.origin}/vault/secrets/${secret.name}`;
  return last === undefined ? { id } : { ...shape(scene, secret.name, last), id };
}

function deletedShape(scene: Scene, secret: Secret) {
  const deletedAt = secret.deletedAt ?? scene.now;
  return {
    ...itemShape(scene, secret),
    recoveryId: `${scene.world.settings.origin}/vault/deletedsecrets/${secret.name}`,
    deletedDate: Math.floor(deletedAt / 1_000),
    scheduledPurgeDate: Math.floor((deletedAt + RECOVERABLE_DAYS * DAY_MS) / 1_000),
  };
}
