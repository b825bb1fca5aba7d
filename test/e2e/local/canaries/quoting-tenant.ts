/** Loaded into a local host before its own code. It stands between the host and its tenant: it
 *  writes down every credential that travels, and has the tenant quote all it was sent, in every
 *  encoding, wherever it says no. What the host sends and is sent is otherwise unchanged. */
import { appendFileSync } from "node:fs";

const file = process.env["CANARY_FILE"] ?? "";
const real = globalThis.fetch;
const seen = new Set<string>();
/** Written for every refusal that quotes. */
const QUOTED = "a refusal that quotes";
/** What is shorter is no secret: `Bearer`. */
const CHARS_MIN = 12;

function note(value: unknown): void {
  if (typeof value !== "string" || value.length < CHARS_MIN || seen.has(value)) return;
  seen.add(value);
  appendFileSync(file, `${JSON.stringify(value)}\n`);
}

const SECRET = /secret|password|token|assertion/i;

/** Whatever a body has under a name that says it is secret, at any depth. */
function noteBody(body: unknown): void {
  if (body === null || typeof body !== "object") return;
  for (const [name, value] of Object.entries(body)) {
    if (SECRET.test(name)) note(value);
    noteBody(value);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return Object.fromEntries(new URLSearchParams(text));
  }
}

/** Its code is kept: clients go by it. */
const errorIn = (text: string): object =>
  (parsed(text) as { readonly error?: object } | null)?.error ?? {};

const forms = (text: string): readonly string[] => [
  text,
  encodeURIComponent(text),
  Buffer.from(text).toString("base64"),
  Buffer.from(text).toString("hex"),
];

globalThis.fetch = async (url, init): Promise<Response> => {
  const authorization = new Headers(init?.headers).get("authorization") ?? "";
  note(/^Bearer (.*)$/.exec(authorization)?.[1]);
  const sent = typeof init?.body === "string" ? init.body : "";
  noteBody(parsed(sent));
  const answer = await real(url, init);
  const text = await answer.clone().text();
  if (answer.ok) noteBody(parsed(text));
  if (answer.ok || answer.status === 429) return answer;
  appendFileSync(file, `${JSON.stringify(QUOTED)}\n`);
  const quoted = forms(`${authorization} ${sent}`).join(" ");
  const error = { ...errorIn(text), message: `no: ${quoted} ${text}` };
  return new Response(JSON.stringify({ error }), { status: answer.status });
};
