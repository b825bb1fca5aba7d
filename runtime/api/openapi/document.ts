/** The API as an OpenAPI 3.1 document, made from the route table: parameters, bodies and answers
 *  are the very schemas that are checked, every problem a route may answer is named with its codes,
 *  and who may ask is told in words and in `x-roles`. */
import { z } from "zod";
import { PROBLEM_CODES, type ProblemCode } from "../../contract/http/problem-codes.ts";
import { PROBLEM_CONTENT_TYPE, ProblemDetails } from "../../contract/http/problem-details.ts";
import { POLICIES } from "../../contract/http/roles.ts";
import type { Route } from "../../contract/http/route.ts";
import { TAGS } from "../../contract/http/route.ts";
import { problemsOf } from "../../contract/http/routes.ts";
import { LIMITS } from "../../contract/limits.ts";

export type Described = { readonly name: string; readonly route: Route };

type Json = Readonly<Record<string, unknown>>;

const PROBLEM_REF = { $ref: "#/components/schemas/Problem" };

export function openApiDocument(lines: readonly Described[], version: string) {
  const paths = Map.groupBy(lines, ({ route }) => route.path);
  return {
    openapi: "3.1.0",
    info: {
      title: "Drover",
      version,
      description:
        "Runs tenant migrations as code. Errors are problem documents (RFC 9457) with a `code` " +
        "that scripts may match. Lists come in pages: hand `nextCursor` back as `cursor`. " +
        "Writes take an `Idempotency-Key`; orders to a batch take `If-Match` with its ETag.",
    },
    tags: TAGS.map((name) => ({ name })),
    security: [{ bearer: [] }],
    paths: Object.fromEntries(
      [...paths].map(([path, here]) => [
        path,
        Object.fromEntries(
          here.map(({ name, route }) => [route.method.toLowerCase(), operationOf(name, route)]),
        ),
      ]),
    ),
    components: {
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
      },
      schemas: { Problem: schemaOf(ProblemDetails, "output") },
    },
  };
}

export type OpenApiDocument = ReturnType<typeof openApiDocument>;

const schemaOf = (schema: z.ZodType, io: "input" | "output"): Json => {
  const { $schema: _dialect, ...shown } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return shown;
};

function operationOf(name: string, route: Route): Json {
  const roles = POLICIES[route.policy];
  return {
    operationId: name,
    tags: [route.tag],
    summary: route.summary,
    description:
      roles.length === 0 ? "For anybody." : `For whoever has the role ${roles.join(" or ")}.`,
    "x-roles": roles,
    ...(route.policy === "public" ? { security: [] } : {}),
    parameters: [
      ...parametersOf(route.params, "path"),
      ...parametersOf(route.query, "query"),
      ...headersOf(route),
    ],
    ...bodyOf(route),
    responses: { ...answerOf(route), ...refusalsOf(route) },
  };
}

function parametersOf(schema: z.ZodObject | null, place: "path" | "query"): readonly Json[] {
  if (schema === null) return [];
  const shown = schemaOf(schema, "input");
  const required = (shown["required"] ?? []) as readonly string[];
  return Object.entries(shown["properties"] as Readonly<Record<string, Json>>).map(
    ([name, { description, ...inner }]) => ({
      name,
      in: place,
      required: place === "path" || required.includes(name),
      ...(description === undefined ? {} : { description }),
      schema: inner,
    }),
  );
}

const header = (name: string, description: string, schema: Json): Json => ({
  name,
  in: "header",
  required: false,
  description,
  schema,
});

const KEY =
  "A repeat under it has no second effect and gets the same answer, for " +
  `${LIMITS.repeatsKnownSec / 86_400} days.`;

function headersOf({ method, ifMatch, response }: Route): readonly Json[] {
  const text = { type: "string", minLength: 1, maxLength: LIMITS.messageIdChars };
  return [
    ...(method === "GET" ? [] : [header("Idempotency-Key", KEY, text)]),
    ...(ifMatch
      ? [
          header("If-Match", "The ETag of the batch as it was seen.", {
            type: "string",
            pattern: '^(\\*|"[0-9]{1,15}")$',
          }),
        ]
      : []),
    ...(response.contentType === "text/event-stream"
      ? [header("Last-Event-ID", "The event to go on behind.", text)]
      : []),
  ];
}

function bodyOf({ request }: Route): Json {
  if (request === null) return {};
  const schema =
    request.contentType === "text/csv"
      ? { type: "string", description: "The first line names the columns." }
      : schemaOf(request.schema, "input");
  const isOptional =
    request.contentType === "application/json" && request.read(new Uint8Array()).ok;
  return {
    requestBody: { required: !isOptional, content: { [request.contentType]: { schema } } },
  };
}

function answerOf({ response }: Route): Json {
  const schema = "schema" in response ? schemaOf(response.schema, "output") : { type: "string" };
  const description =
    response.contentType === "text/event-stream" ? "Events; `data` is of this schema." : "Done.";
  return { [response.status]: { description, content: { [response.contentType]: { schema } } } };
}

function refusalsOf(route: Route): Json {
  const codes = new Set<ProblemCode>(problemsOf(route));
  const byStatus = Map.groupBy(codes, (code) => PROBLEM_CODES[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, here]) => [
      status,
      {
        description: here.map((code) => `\`${code}\``).join(", "),
        "x-codes": here,
        content: { [PROBLEM_CONTENT_TYPE]: { schema: PROBLEM_REF } },
      },
    ]),
  );
}
