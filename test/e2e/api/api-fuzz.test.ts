import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { z } from "zod";
import { type JsonSchema, valuesOf } from "./schema-values.ts";
import { makeBatch, ORIGIN, openTestHost, type TestHost } from "./test-host.ts";

type Media = Readonly<Record<string, { readonly schema: JsonSchema }>>;
type Operation = {
  readonly operationId: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly schema: JsonSchema;
  }[];
  readonly requestBody?: { readonly content: Media };
  readonly responses: Readonly<
    Record<string, { readonly content?: Media; readonly "x-codes"?: readonly string[] }>
  >;
};
type Described = { readonly path: string; readonly method: string; readonly operation: Operation };

const RUNS = Number(process.env["DROVER_FUZZ_RUNS"] ?? 12);

let host: TestHost;
let token: string;
let described: readonly Described[];
let problemSchema: z.ZodType;

beforeAll(async () => {
  host = await openTestHost();
  token = await host.tokenOf("Admin");
  const document = (await (await host.ask(new Request(`${ORIGIN}/api/openapi.json`))).json()) as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
    readonly components: { readonly schemas: { readonly Problem: object } };
  };
  described = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  problemSchema = z.fromJSONSchema(document.components.schemas.Problem as never);
  // So that some of what is asked for exists.
  await makeBatch(host);
}, 120_000);
afterAll(() => host.stop());

const requestFor = ({ path, method, operation }: Described): fc.Arbitrary<Request> => {
  const parameters = operation.parameters.map((parameter) =>
    fc.tuple(
      fc.constant(parameter),
      parameter.required ? valuesOf(parameter.schema) : fc.option(valuesOf(parameter.schema)),
    ),
  );
  return fc.tuple(fc.tuple(...parameters), bodyFor(operation)).map(([values, body]) => {
    let address = path;
    const query = new URLSearchParams();
    const headers = new Headers({ authorization: `Bearer ${token}` });
    for (const [{ name, in: place }, value] of values) {
      if (value === null) continue;
      const text = typeof value === "object" ? JSON.stringify(value) : String(value);
      if (place === "path") address = address.replace(`{${name}}`, segmentOf(text));
      else if (place === "query") query.append(name, text);
      else if (/^[\x20-\x7e]*$/.test(text)) headers.set(name, text);
    }
    if (body !== null) headers.set("content-type", body.type);
    const search = query.size === 0 ? "" : `?${query}`;
    return new Request(`${ORIGIN}${address}${search}`, {
      method: method.toUpperCase(),
      headers,
      ...(body === null ? {} : { body: body.text }),
    });
  });
};

/** What a person can say there at all: every address drops empty, `.` and `..` segments. */
const segmentOf = (text: string): string =>
  /^\.{0,2}$/.test(text) ? "x" : encodeURIComponent(text);

type Body = { readonly type: string; readonly text: string };

function bodyFor({ requestBody }: Operation): fc.Arbitrary<Body | null> {
  if (requestBody === undefined) return fc.constant(null);
  const [type = "", media] = Object.entries(requestBody.content)[0] ?? [];
  const odd = fc.oneof(fc.string(), fc.json()).map((text) => ({ type, text }));
  const wrongType = fc.constant({ type: "text/plain", text: "hello" });
  const fitting =
    type === "text/csv"
      ? fc
          .array(fc.array(fc.string({ maxLength: 8 }), { maxLength: 3 }), { maxLength: 5 })
          .map((rows) => ({ type, text: ["Person", ...rows].join("\n") }))
      : valuesOf(media?.schema ?? {}).map((value) => ({ type, text: JSON.stringify(value) }));
  return fc.oneof(
    { weight: 4, arbitrary: fitting },
    { weight: 1, arbitrary: odd },
    { weight: 1, arbitrary: wrongType },
    { weight: 1, arbitrary: fc.constant(null) },
  );
}

async function judge({ operation }: Described, request: Request): Promise<void> {
  const answer = await host.ask(request);
  const told = `${request.method} ${request.url} ${answer.status}`;
  const declared = operation.responses[String(answer.status)];
  expect([told, declared !== undefined]).toEqual([told, true]);
  expect([told, answer.status < 500]).toEqual([told, true]);
  const type = (answer.headers.get("content-type") ?? "").split(";")[0] ?? "";
  expect(Object.keys(declared?.content ?? {})).toContain(type);
  if (type === "text/event-stream") return await answer.body?.cancel();
  const text = await answer.text();
  if (type === "application/problem+json") {
    const problem = problemSchema.parse(JSON.parse(text)) as { readonly code: string };
    expect(declared?.["x-codes"]).toContain(problem.code);
  } else if (type === "application/json") {
    const schema = z.fromJSONSchema(declared?.content?.[type]?.schema as never);
    const parsed = schema.safeParse(JSON.parse(text));
    expect([told, parsed.error?.issues ?? []]).toEqual([told, []]);
  }
}

describe("the API under requests made from its own description", () => {
  test("no answer is a failure of the server, undeclared, or of another shape", async () => {
    for (const one of described) {
      const property = fc.asyncProperty(requestFor(one), (request) => judge(one, request));
      await fc.assert(property, { numRuns: RUNS });
    }
    expect(host.complaints).toEqual([]);
  }, 300_000);
});
