/** `drover function list`: the functions that steps may call, each in a line. */
import type { LibraryFunction } from "../../../contract/function-library.ts";
import { ok } from "../../../contract/result.ts";
import type { CommandResult, Context } from "../../context.ts";
import { EXIT } from "../../exit-codes.ts";
import type { Column } from "../../output/columns.ts";
import type { ListForm } from "../../output/forms.ts";
import { printList } from "../../output/print.ts";
import { readLibrary } from "./library.ts";

const COLUMNS: readonly Column<LibraryFunction>[] = [
  { heading: "FUNCTION", of: ({ name }) => name },
  { heading: "EFFECT", of: ({ effect }) => effect },
  { heading: "RESULT", of: ({ result }) => result },
  { heading: "WHAT IT DOES", of: ({ description }) => firstSentence(description) },
];

const firstSentence = (text: string): string => /^.*?\.(?=\s|$)/s.exec(text)?.[0] ?? text;

export async function listFunctions(
  context: Context,
  { output, effect }: { readonly output: ListForm; readonly effect?: string },
): Promise<CommandResult> {
  const library = await readLibrary(context);
  if (!library.ok) return library;
  const items = library.value.filter((one) => effect === undefined || one.effect === effect);
  printList(context, output, {
    items,
    columns: COLUMNS,
    nowMs: 0,
    empty: "No function has that effect.",
  });
  return ok(EXIT.ok);
}
