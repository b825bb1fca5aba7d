/** Cells of a TDS answer as every source gives them. Texts and numbers stay what they are; what
 *  would not be exact, or is no short text, is refused rather than bent.
 *  - A time without an offset is a wall-clock time in a database and is read in the runbook's time
 *    zone; Dataverse keeps its times in UTC, so theirs say so. */
import { LIMITS } from "../../contract/limits.ts";
import type { TdsConnection } from "../connections.ts";
import type { SourceCell } from "../source.ts";

/** Longer decimals do not fit a number exactly. */
const EXACT_DIGITS = 15;

export type TdsColumn = {
  readonly name: string;
  /** As the protocol calls it: `NVarChar`, `IntN`, `DateTime2` … */
  readonly type: string;
  readonly precision: number | undefined;
};

type Convert = (value: unknown) => SourceCell | undefined;

/** `undefined` for a cell that cannot be given. */
export function cellReader(
  { type, precision }: TdsColumn,
  dialect: TdsConnection["dialect"],
): Convert {
  const read = readerOf(type, precision, dialect);
  return (value) => (value === null || value === undefined ? null : read(value));
}

function readerOf(
  type: string,
  precision: number | undefined,
  dialect: TdsConnection["dialect"],
): Convert {
  switch (type) {
    case "Date":
      return (value) => timeText(value, 0, 10);
    case "Time":
      return (value) => timeText(value, 11, 19);
    case "DateTimeOffset":
      return (value) => timeText(value, 0, 24);
    case "DateTime":
    case "DateTime2":
    case "DateTimeN":
    case "SmallDateTime":
      return (value) => timeText(value, 0, dialect === "dataverse" ? 24 : 23);
    case "BigInt":
      return wholeNumber;
    case "Decimal":
    case "DecimalN":
    case "Numeric":
    case "NumericN":
      return (precision ?? Number.POSITIVE_INFINITY) <= EXACT_DIGITS ? plain : () => undefined;
    default:
      return (value) =>
        typeof value === "string" && type === "IntN" ? wholeNumber(value) : plain(value);
  }
}

function timeText(value: unknown, from: number, to: number): string | undefined {
  if (!(value instanceof Date) || Number.isNaN(value.getTime())) return undefined;
  return value.toISOString().slice(from, to);
}

/** The protocol's large whole numbers come as texts; those that fit are numbers. */
function wholeNumber(value: unknown): SourceCell | undefined {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : plain(String(value));
}

function plain(value: unknown): SourceCell | undefined {
  switch (typeof value) {
    case "string":
      return value.length <= LIMITS.csvCellChars ? value : undefined;
    case "number":
      return Number.isFinite(value) ? value : undefined;
    case "boolean":
      return value;
    default:
      return undefined;
  }
}
