/** What all parts of the Graph client share: the call, the version in the path, and how an
 *  answer is read. */
import type { z } from "zod";
import { fail, ok, type Result } from "../../../contract/result.ts";
import { type Secret, secret } from "../../../contract/secret.ts";
import { hide, needlesOf } from "../../../contract/secret-forms.ts";
import type { TenantFailure } from "../../failure.ts";
import type { Answered, Call } from "../http/call.ts";
import { failureOf, type Scrub, serviceError } from "../http/service-error.ts";

export type Graph = {
  readonly call: Call;
  readonly scrub: Scrub;
  readonly address: string;
  /** Random bytes, for passwords that nobody is told. */
  readonly randomBytes: (count: number) => Uint8Array;
  readonly now: () => Date;
  /** From 0 to below 1. */
  readonly chance: () => number;
  /** Ends early with the job. */
  readonly pause: (ms: number) => Promise<void>;
};

export const isSuccess = ({ status }: Answered): boolean => status >= 200 && status < 300;

/** Graph says 400 where others say 409. */
export function graphFailure({ scrub }: Graph, answer: Answered): TenantFailure {
  const { message, details } = serviceError(answer);
  const taken =
    answer.status === 400 &&
    (/already exists?\b/i.test(message) || details.some(({ code }) => code === "ObjectConflict"));
  return failureOf(answer, scrub, taken);
}

/** `made`: of a request that makes something, and makes it twice if it is repeated. */
export function readAnswer<Schema extends z.ZodType>(
  graph: Graph,
  schema: Schema,
  answer: Result<Answered, TenantFailure>,
  asked: "seen" | "made" = "seen",
): Result<z.output<Schema>, TenantFailure> {
  if (!answer.ok) return answer;
  if (!isSuccess(answer.value)) return fail(graphFailure(graph, answer.value));
  const read = schema.safeParse(answer.value.body);
  return read.success ? ok(read.data) : fail(unreadable(answer.value, asked));
}

/** A yes that cannot be read is still a yes: what it was asked for may be there. */
function unreadable({ status }: Answered, asked: "seen" | "made"): TenantFailure {
  const code = "unreadable";
  const message = "Graph's answer does not have the shape its documentation gives.";
  return asked === "made"
    ? { kind: "ambiguous", code, message }
    : { kind: "refused", status, code, message };
}

/** Done when the service says so; an answer in `settled` ends well too. */
export async function expectDone<Word extends string>(
  graph: Graph,
  answer: Promise<Result<Answered, TenantFailure>>,
  done: Word,
  settled: { readonly kind: "not-found" | "conflict"; readonly word: Word } | null,
): Promise<Result<Word, TenantFailure>> {
  const result = await answer;
  if (!result.ok) return result;
  if (isSuccess(result.value)) return ok(done);
  const failure = graphFailure(graph, result.value);
  return failure.kind === settled?.kind ? ok(settled.word) : fail(failure);
}

/** A password of which nobody is told: whoever should sign in is given a way by the tenant's own
 *  process. It is of every kind of letter that a tenant may ask for. */
export const newPassword = ({ randomBytes }: Pick<Graph, "randomBytes">): Secret =>
  secret(`Aa1!${Buffer.from(randomBytes(24)).toString("base64url")}`);

/** Should a service quote it in its refusal, nobody is told either. */
export function withSecret<Client extends { readonly scrub: Scrub }>(
  client: Client,
  held: Secret,
): Client {
  const needles = needlesOf([held]);
  return { ...client, scrub: (text) => client.scrub(hide(text, needles)) };
}
