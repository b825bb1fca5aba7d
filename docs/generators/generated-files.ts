/** The list of all generated files: where each stands and how its text is made. */
import { runbookJsonSchema } from "../../runtime/runbook/json-schema.ts";
import { CONTRACT_PAGE } from "./contract.ts";
import { FUNCTION_LIBRARY } from "./functions.ts";
import { HELP_TEXT } from "./help.ts";
import { REFERENCE_PAGES } from "./reference.ts";

export type GeneratedFile = { readonly path: string; readonly render: () => string };

const RUNBOOK_SCHEMA: GeneratedFile = {
  path: "schemas/runbook.v1.json",
  render: () => `${JSON.stringify(runbookJsonSchema(), null, 2)}\n`,
};

export const generatedFiles = (): readonly GeneratedFile[] => [
  RUNBOOK_SCHEMA,
  FUNCTION_LIBRARY,
  HELP_TEXT,
  ...REFERENCE_PAGES,
  CONTRACT_PAGE,
];
