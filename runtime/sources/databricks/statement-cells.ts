/** Cells of a statement's answer: texts, each with the type of its column. */
import { LIMITS } from "../../contract/limits.ts";
import type { SourceCell } from "../source.ts";

type Convert = (text: string) => SourceCell | undefined;

/** `undefined` for a cell that cannot be given. Lists and objects stay the JSON they come as. */
export function cellReader(
  type: string | undefined,
): (text: string | null) => SourceCell | undefined {
  const read = readerOf(type ?? "STRING");
  return (text) => (text === null ? null : read(text));
}

function readerOf(type: string): Convert {
  switch (type) {
    case "BOOLEAN":
      return (text) => text === "true";
    case "BYTE":
    case "SHORT":
    case "INT":
    case "LONG":
      return (text) => (Number.isSafeInteger(Number(text)) ? Number(text) : text);
    case "FLOAT":
    case "DOUBLE":
      return (text) => (Number.isFinite(Number(text)) ? Number(text) : undefined);
    case "BINARY":
      return () => undefined;
    default:
      return (text) => (text.length <= LIMITS.csvCellChars ? text : undefined);
  }
}
