/** `drover function show`: one function with its parameters, its result, what makes a repeat
 *  harmless, which permissions it needs, and an example as a step of a runbook. */
import type { LibraryFunction } from "../../../contract/function-library.ts";
import { ok } from "../../../contract/result.ts";
import { nearest } from "../../../runbook/suggest.ts";
import { refuse } from "../../cli-error.ts";
import type { CommandResult, Context } from "../../context.ts";
import { EXIT } from "../../exit-codes.ts";
import { factLines } from "../../output/details.ts";
import type { ItemForm } from "../../output/forms.ts";
import { printItem } from "../../output/print.ts";
import { alignedTable } from "../../output/table.ts";
import { yamlText } from "../../output/yaml.ts";
import { readLibrary } from "./library.ts";

const REPEATS: Readonly<Record<LibraryFunction["idempotency"], string>> = {
  "natural-key": "harmless: the tenant knows it by its key",
  "same-end": "harmless: it writes the same end again",
  "check-then-act": "harmless: it looks what is left to do",
  none: "never by itself: a person decides",
};

/** Without one, a step with such a function cannot fail. */
const POLL = { interval: "1m", timeout: "1h" };

type Parameter = {
  readonly type?: unknown;
  readonly anyOf?: readonly Parameter[];
  readonly description?: unknown;
};

export async function showFunction(
  context: Context,
  name: string,
  { output }: { readonly output: ItemForm },
): Promise<CommandResult> {
  const library = await readLibrary(context);
  if (!library.ok) return library;
  const found = library.value.find((one) => one.name.toLowerCase() === name.toLowerCase());
  if (found !== undefined) {
    printItem(context, output, found, (one) => textOf(context, one));
    return ok(EXIT.ok);
  }
  const names = library.value.map((one) => one.name);
  const guess = nearest(name, names);
  return refuse("E0164", `there is no function '${name}' in the library`, {
    why:
      "functions of one's own and those for rehearsals, such as Invoke-NoOp, are listed by " +
      "their worker: see `drover worker list`",
    next:
      guess === null
        ? "see all of them with `drover function list`"
        : `did you mean ${guess}? Try \`drover function show ${guess}\``,
  });
}

function textOf(context: Context, one: LibraryFunction): string {
  const facts = factLines(
    [
      ["Function", one.name],
      ["Does", one.description],
      ["Effect", one.effect],
      ["Repeat", REPEATS[one.idempotency]],
      ["Result", one.result],
      ["Needs", `${one.capability}: ${one.permissions.join(", ")}`],
    ],
    context,
  );
  return [facts, parametersOf(context, one), ...one.examples.map((each) => exampleOf(one, each))]
    .filter((part) => part !== "")
    .join("\n");
}

function parametersOf({ columns }: Context, { params }: LibraryFunction): string {
  const properties = (params["properties"] ?? {}) as Readonly<Record<string, Parameter>>;
  const required = new Set((params["required"] ?? []) as readonly string[]);
  const rows = Object.entries(properties).map(([name, parameter]) => [
    name,
    [...new Set(typesOf(parameter))].join(" or "),
    required.has(name) ? "needed" : "",
    typeof parameter.description === "string" ? parameter.description : "",
  ]);
  if (rows.length === 0) return "";
  return alignedTable({ headings: ["PARAMETER", "TYPE", "", "WHAT"], rows }, columns);
}

/** A null is what an empty cell of a table becomes: nobody writes one. */
const typesOf = ({ type, anyOf = [] }: Parameter): readonly string[] =>
  [...[type].flat(), ...anyOf.flatMap(typesOf)].filter(
    (each): each is string => typeof each === "string" && each !== "null",
  );

const exampleOf = (
  { name, polled }: LibraryFunction,
  { params, result }: LibraryFunction["examples"][number],
): string =>
  `As a step, and what it answers:\n\n${yamlText([
    {
      name: "example",
      worker_id: "worker-01",
      function: name,
      params,
      ...(polled ? { poll: POLL } : {}),
    },
  ])}\n${yamlText({ result })}`;
