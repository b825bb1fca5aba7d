/** Work that goes on behind an answer, and where it is asked for: `Azure-AsyncOperation` tells of
 *  what comes, `Location` of what goes. */
import { answered, type Decision, json } from "../answer.ts";
import { idOf } from "../chance.ts";
import type { Scene } from "../world.ts";
import { armFailed } from "./arm-errors.ts";
import type { ResourceId } from "./resource-ids.ts";
import { isGone, type Resource } from "./resource-state.ts";

type Headers = Readonly<Record<string, string>>;

const AGAIN: Headers = { "retry-after": "5" };
const API = "api-version=2021-04-01";

const tokenOf = (key: string): string => Buffer.from(key).toString("base64url");

const addressOf = ({ world }: Scene, rest: string): string =>
  `${world.settings.origin}/arm/subscriptions/${world.settings.subscriptionId}/${rest}?${API}`;

export function comingHeaders(scene: Scene, of: ResourceId, location: string): Headers {
  const [namespace = ""] = of.type.split("/");
  const place = `providers/${namespace}/locations/${encodeURIComponent(location)}`;
  const operation = addressOf(scene, `${place}/operations/${tokenOf(of.key)}`);
  return { "azure-asyncoperation": operation, ...AGAIN };
}

export function goingHeaders(scene: Scene, of: ResourceId): Headers {
  const location = addressOf(scene, `operationresults/${tokenOf(of.key)}`);
  const id = idOf(scene.world.settings.seed, of.key, scene.now);
  return { location, ...AGAIN, "x-ms-request-id": id };
}

const resourceOf = ({ world }: Scene, token: string): Resource | null => {
  const key = Buffer.from(token, "base64url").toString();
  return world.tables.resources.get(key)?.versions.at(-1)?.value ?? null;
};

const NONE = (): Decision => armFailed(404, "NotFound", "No such operation.");

/** 202 while it goes, 204 when it is gone. */
export function operationResult(scene: Scene, token: string): Decision {
  const row = resourceOf(scene, token);
  if (row === null) return NONE();
  const isOver = row.deletedAt === null || isGone(row, scene.now);
  return answered({ status: isOver ? 204 : 202, headers: isOver ? {} : AGAIN, body: null });
}

/** 200 always; whether it has come is in its status. What was deleted meanwhile never will. */
export function operationStatus(scene: Scene, token: string): Decision {
  const row = resourceOf(scene, token);
  if (row === null) return NONE();
  if (row.deletedAt !== null) return answered(json(200, { name: token, status: "Canceled" }));
  const isOver = scene.now >= row.readyAt;
  const status = isOver ? "Succeeded" : "InProgress";
  return answered(json(200, { name: token, status }, isOver ? {} : AGAIN));
}
