/** From an HTTP message to a request, bounded: a body above its limit is not read to its end. */
import type { IncomingMessage } from "node:http";
import { readJson } from "../../contract/json.ts";
import { fail, ok, type Result } from "../../contract/result.ts";
import type { TenantRequest } from "./answer.ts";
import { TENANT_LIMITS } from "./limits.ts";

export type ReadFailure = { readonly status: 400 | 413 | 414; readonly service: string };

export async function readRequest(
  message: IncomingMessage,
): Promise<Result<TenantRequest & { readonly service: string }, ReadFailure>> {
  const target = message.url ?? "/";
  if (target.length > TENANT_LIMITS.urlChars) return fail({ status: 414, service: "" });
  const parts = partsOf(target);
  if (parts === null) return fail({ status: 400, service: "" });
  const [service = "", ...path] = parts.path;
  const text = await bodyOf(message);
  if (text === null) return fail({ status: 413, service });
  const headers = Object.fromEntries(
    Object.entries(message.headers).map(([name, value]) => [name, String(value)]),
  );
  const body = parseBody(headers["content-type"] ?? "", text);
  if (!body.ok) return fail({ status: 400, service });
  const method = message.method ?? "GET";
  return ok({ service, method, path, query: parts.query, headers, body: body.value });
}

/** Also used for the relative addresses inside a `$batch`. */
export function partsOf(
  target: string,
): { readonly path: readonly string[]; readonly query: URLSearchParams } | null {
  const [path = "", query = ""] = target.split(/\?(.*)/s);
  try {
    const parts = path.split("/").filter((part) => part !== "");
    return { path: parts.map(decodeURIComponent), query: new URLSearchParams(query) };
  } catch {
    return null;
  }
}

async function bodyOf(message: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of message.iterator({ destroyOnReturn: false })) {
    bytes += (chunk as Buffer).byteLength;
    if (bytes > TENANT_LIMITS.bodyBytes) return null;
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}

function parseBody(contentType: string, text: Buffer): Result<unknown, unknown> {
  if (text.byteLength === 0) return ok(undefined);
  if (/^application\/x-www-form-urlencoded/i.test(contentType)) {
    return ok(new URLSearchParams(text.toString()));
  }
  return readJson(text, TENANT_LIMITS.bodyBytes);
}
