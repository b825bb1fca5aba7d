/** Cells of a TDS answer as every source gives them. Texts and numbers stay what they are, times
 *  have all their digits; what would not be exact, or is no short text, is refused and not bent.
 *  - A time without an offset is a wall-clock time in a database and is read in the runbook's time
 *    zone; Dataverse keeps its times in UTC, so theirs say so. */
import { LIMITS } from "../../contract/limits.ts";
import type { TdsConnection } from "../connections.ts";
import type { SourceCell } from "../source.ts";

/** Longer decimals do not fit a number exactly. */
const EXACT_DIGITS = 15;
/** The driver makes a number of an amount of money, which has four decimals; from here on its last
 *  digit may be lost. */
const MONEY_END = 10 ** (EXACT_DIGITS - 4);

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
      return (value) => timeOf(value)?.date;
    case "Time":
      return (value) => {
        const time = timeOf(value);
        return time && `${time.clock}.${time.fraction}`.replace(/\.?0+$/, "");
      };
    case "DateTimeOffset":
      return (value) => dateTime(value, "Z");
    case "DateTime":
    case "DateTime2":
    case "DateTimeN":
    case "SmallDateTime":
      return (value) => dateTime(value, dialect === "dataverse" ? "Z" : "");
    case "BigInt":
      return wholeNumber;
    case "Decimal":
    case "DecimalN":
    case "Numeric":
    case "NumericN":
      return (precision ?? Number.POSITIVE_INFINITY) <= EXACT_DIGITS ? plain : () => undefined;
    case "Money":
    case "MoneyN":
      return (value) => (Math.abs(Number(value)) < MONEY_END ? plain(value) : undefined);
    // It does not say what it was before the driver made a number of it.
    case "Variant":
      return (value) => (typeof value === "number" ? undefined : plain(value));
    default:
      return (value) =>
        typeof value === "string" && type === "IntN" ? wholeNumber(value) : plain(value);
  }
}

const TICKS_PER_SECOND = 1e7;

/** The driver's dates end at milliseconds; the rest of the second stands beside them. */
function timeOf(value: unknown) {
  if (!(value instanceof Date) || Number.isNaN(value.getTime())) return undefined;
  const { nanosecondsDelta = 0 } = value as { nanosecondsDelta?: number };
  const ticks = String(Math.round(nanosecondsDelta * TICKS_PER_SECOND)).padStart(4, "0");
  const [date = "", time = ""] = value.toISOString().split("T");
  return { date, clock: time.slice(0, 8), fraction: `${time.slice(9, 12)}${ticks}` };
}

/** To the millisecond, and further as far as there is more. */
function dateTime(value: unknown, zone: "" | "Z"): string | undefined {
  const time = timeOf(value);
  if (time === undefined) return undefined;
  const more = time.fraction.slice(3).replace(/0+$/, "");
  return `${time.date}T${time.clock}.${time.fraction.slice(0, 3)}${more}${zone}`;
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
