/** Exchange Online's admin endpoint: one address that runs one cmdlet per request.
 *  It is what Microsoft's own PowerShell module uses. It is neither documented nor supported:
 *  it can change or go without notice. What is known of it here comes from how public tools use
 *  it, not from a promise, and no tenant of ours has proven it.
 *  E1. The envelope is read strictly: an answer that does not have it is a failure, never an
 *      empty result. Only a cmdlet that changes something may answer without a body.
 *  E2. What a sentence says of an object is believed only where the cmdlet itself has answered. */
import { z } from "zod";
import { isJsonObject, type JsonObject } from "../../../contract/json-object.ts";
import { fail, ok, type Result } from "../../../contract/result.ts";
import type { Listed } from "../../arm.ts";
import type { TenantFailure } from "../../failure.ts";
import type { Answered, Call } from "../http/call.ts";
import { inPages, type Page } from "../http/in-pages.ts";
import { failureOf, type Scrub, serviceError } from "../http/service-error.ts";

export type Invoke = {
  readonly call: Call;
  readonly scrub: Scrub;
  readonly tenantId: string;
};

export type Cmdlet = {
  readonly name: string;
  readonly does: "read" | "change";
  readonly parameters: JsonObject;
  /** Rows wanted; one more tells that there are others. */
  readonly max: number;
};

const Envelope = z.object({
  value: z.array(z.unknown()),
  "@odata.nextLink": z.string().min(1).optional(),
});
const PAGE_SIZE = 1_000;
/** Every tenant has this mailbox. Requests without a mailbox of their own are routed by it. */
const ROUTING_MAILBOX = "SystemMailbox{bb558c35-97f1-4cb9-8ff7-d53741dc928c}";

/** Only cmdlets whose repeat is harmless are run: those that read, those that set a value,
 *  add or remove one, and those which say that it was done already. */
export function invoke(
  exchange: Invoke,
  { name, does, parameters, max }: Cmdlet,
): Promise<Result<Listed<unknown>, TenantFailure>> {
  const first = `/adminapi/beta/${exchange.tenantId}/InvokeCommand`;
  return inPages("exchange", max, async (next) => {
    const answer = await exchange.call(requestOf(exchange, next ?? first, name, parameters));
    return readPage(exchange, does, answer);
  });
}

const requestOf = (
  { tenantId }: Invoke,
  path: string,
  name: string,
  parameters: JsonObject,
): Parameters<Call>[0] => ({
  method: "POST",
  path,
  headers: {
    "x-anchormailbox": `APP:${ROUTING_MAILBOX}@${tenantId}`,
    "x-cmdletname": name,
    "x-responseformat": "json",
    prefer: `odata.maxpagesize=${PAGE_SIZE}`,
  },
  body: () => ({ CmdletInput: { CmdletName: name, Parameters: parameters } }),
  repeat: "harmless",
});

function readPage(
  exchange: Invoke,
  does: Cmdlet["does"],
  answer: Result<Answered, TenantFailure>,
): Result<Page<unknown>, TenantFailure> {
  if (!answer.ok) return answer;
  const { status, body } = answer.value;
  const isSuccess = status >= 200 && status < 300;
  if (!isSuccess || hasError(body)) return fail(exchangeFailure(exchange, answer.value));
  if (body === null && does === "change") return ok({ items: [], next: null });
  const page = Envelope.safeParse(body);
  if (!page.success) return fail(unreadable(status, does));
  return ok({ items: page.data.value, next: page.data["@odata.nextLink"] ?? null });
}

const hasError = (body: unknown): boolean => isJsonObject(body) && (body["error"] ?? null) !== null;

/** A change that was answered with anything may have been made. */
const unreadable = (status: number, does: Cmdlet["does"]): TenantFailure => {
  const told = {
    code: "unreadable",
    message: "Exchange's answer has no envelope that we know.",
  };
  return does === "change" ? { kind: "ambiguous", ...told } : { kind: "refused", status, ...told };
};

/** How a cmdlet says something: by its exception's name, or in a sentence. */
type Wording = { readonly exception: RegExp; readonly sentence: RegExp };

const ABSENT: Wording = {
  exception: /ManagementObjectNotFoundException/i,
  sentence: /couldn['’]t be found|does(?: not|n['’]t) exist/i,
};
const TAKEN: Wording = {
  exception: /ProxyAddressExists|AlreadyExists/i,
  sentence: /already (?:being used|exists?|has an? [a-z -]{0,40}(?:move|migration))/i,
};
/** Others come before any cmdlet: with 403 it is a role that does not exist. */
const BY_CMDLET: ReadonlySet<number> = new Set([400, 404, 409]);

function says({ exception, sentence }: Wording, status: number, texts: readonly string[]): boolean {
  if (status < 400 || status >= 500) return false;
  return texts.some(
    (text) => exception.test(text) || (BY_CMDLET.has(status) && sentence.test(text)),
  );
}

/** The reason is in the texts: the name of an exception, then its sentence. */
function exchangeFailure({ scrub }: Invoke, answer: Answered): TenantFailure {
  const { status } = answer;
  const { code, message, details } = serviceError(answer);
  const texts = [message, ...details.map((detail) => detail.message)];
  const sentence = texts.flatMap((text) => text.split("|").at(-1)?.trim() || []).at(-1) ?? message;
  const told = {
    ...answer,
    body: { error: { code: code === "" ? "exchange" : code, message: sentence } },
  };
  const failure = failureOf(told, scrub, says(TAKEN, status, texts));
  const isAbsent = says(ABSENT, status, texts);
  if (failure.kind === "refused" && isAbsent) {
    return { kind: "not-found", code: failure.code, message: failure.message };
  }
  // An address that is gone is not an object that is absent.
  if (failure.kind === "not-found" && !isAbsent) {
    return { kind: "refused", status: 404, code: failure.code, message: failure.message };
  }
  return failure;
}
