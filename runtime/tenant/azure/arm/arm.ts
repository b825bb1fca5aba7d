/** Azure's resource manager over HTTP. Putting and deleting may be repeated; both may be answered
 *  with "accepted", and go on.
 *  R1. Work is done only when nothing says that it goes on: neither the status, nor a header that
 *      tells where to ask for it, nor the resource's own provisioningState. */
import { z } from "zod";
import { isJsonObject } from "../../../contract/json-object.ts";
import { fail, ok, type Result } from "../../../contract/result.ts";
import type { Arm, FoundResource, Listed, ResourceAddress } from "../../arm.ts";
import type { Answer } from "../../directory.ts";
import type { TenantFailure } from "../../failure.ts";
import type { SessionOf } from "../../tenant.ts";
import { type Answered, type CallRequest, caller } from "../http/call.ts";
import { inPages } from "../http/in-pages.ts";
import { contextOf, type ServiceParts, serviceOf } from "../service.ts";
import { type ArmClient, armAnswer, UNREADABLE } from "./client.ts";
import { queryResources } from "./resource-graph.ts";

const RESOURCES_API_VERSION = "2021-04-01";
const SUBSCRIPTION_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** No segment that climbs, no query of its own. */
const RESOURCE_ID = /^\/subscriptions(?:\/(?!\.{1,2}(?:\/|$))[A-Za-z0-9._()~ -]{1,260}){1,40}$/;
const API_VERSION = /^[0-9]{4}-[0-9]{2}-[0-9]{2}(?:-preview)?$/;

const ResourcePage = z.object({
  value: z.array(
    z.object({
      id: z.string().min(1),
      type: z.string().min(1),
      tags: z.record(z.string(), z.string()).nullish(),
    }),
  ),
  nextLink: z.string().min(1).nullish(),
});

export function azureArm(parts: ServiceParts, address: string): (job: SessionOf) => Arm {
  const service = serviceOf(parts, "arm", address);
  return (job) => arm({ call: caller(service, contextOf(parts, "arm", job)), scrub: parts.scrub });
}

const arm = (client: ArmClient): Arm => ({
  get: async (resource) => {
    const answer = await ask(client, resource, { method: "GET" });
    if (!answer.ok) return answer.error.kind === "not-found" ? ok(null) : answer;
    return isJsonObject(answer.value.body) ? ok(answer.value.body) : fail(UNREADABLE);
  },
  put: async (resource, body) => {
    const answer = await ask(client, resource, { method: "PUT", body: () => body });
    if (!answer.ok) return answer;
    const state = stateOf(answer.value);
    return state !== null && FAILED.has(state) ? fail(notMade(state)) : ok(endOf(answer.value));
  },
  delete: async (resource) => {
    const answer = await ask(client, resource, { method: "DELETE" });
    if (answer.ok) return ok(answer.value.status === 204 ? "absent" : endOf(answer.value));
    return answer.error.kind === "not-found" ? ok("absent") : answer;
  },
  listByTag: (subscriptionId, tag, max) => listByTag(client, subscriptionId, tag, max),
  query: (subscriptionIds, kql, max) => queryResources(client, subscriptionIds, kql, max),
});

const SUCCEEDED = "succeeded";
const FAILED: ReadonlySet<string> = new Set(["failed", "canceled"]);
const StateBody = z.object({ properties: z.object({ provisioningState: z.string().min(1) }) });

/** In small letters; null where the resource has none. */
function stateOf({ body }: Answered): string | null {
  const read = StateBody.safeParse(body);
  return read.success ? read.data.properties.provisioningState.toLowerCase() : null;
}

/** A place to ask (`Location`) means no more than a state that says it is over. */
function endOf(answer: Answered): "done" | "accepted" {
  const { status, headers } = answer;
  const state = stateOf(answer);
  if (status === 202 || headers.has("azure-asyncoperation")) return "accepted";
  if (state === null) return headers.has("location") ? "accepted" : "done";
  return state === SUCCEEDED ? "done" : "accepted";
}

async function ask(
  client: ArmClient,
  { id, apiVersion }: ResourceAddress,
  request: Pick<CallRequest, "method" | "body">,
): Promise<Result<Answered, TenantFailure>> {
  if (!RESOURCE_ID.test(id) || !API_VERSION.test(apiVersion)) return fail(badAddress(id));
  const path = `${id.split("/").map(encodeURIComponent).join("/")}?api-version=${apiVersion}`;
  return armAnswer(client, await client.call({ ...request, path, repeat: "harmless" }));
}

async function listByTag(
  client: ArmClient,
  subscriptionId: string,
  tag: { readonly name: string; readonly value: string },
  max: number,
): Answer<Listed<FoundResource>> {
  if (!SUBSCRIPTION_ID.test(subscriptionId)) return fail(badAddress(subscriptionId));
  const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;
  const filter = `tagName eq ${quoted(tag.name)} and tagValue eq ${quoted(tag.value)}`;
  const query = `api-version=${RESOURCES_API_VERSION}&$filter=${encodeURIComponent(filter)}`;
  const first = `/subscriptions/${subscriptionId}/resources?${query}`;
  return inPages("arm", max, async (next) => {
    const call = await client.call({ method: "GET", path: next ?? first, repeat: "harmless" });
    const answer = armAnswer(client, call);
    if (!answer.ok) return answer;
    const page = ResourcePage.safeParse(answer.value.body);
    if (!page.success) return fail(UNREADABLE);
    const items = page.data.value.map((item) => ({ ...item, tags: item.tags ?? {} }));
    return ok({ items, next: page.data.nextLink ?? null });
  });
}

const notMade = (state: string): TenantFailure => ({
  kind: "refused",
  status: 200,
  code: `provisioning-${state}`,
  message: `The resource was taken in, and its provisioning ended as ${state}.`,
});

const badAddress = (id: string): TenantFailure => ({
  kind: "refused",
  status: 0,
  code: "resource-id",
  message: `"${id.slice(0, 200)}" is no id of a resource, or its API version is none.`,
});
