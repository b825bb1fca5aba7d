/** Ids of rows, each with its own type: a member's id where a batch's belongs does not compile.
 *  They travel as JSON numbers; a reader also takes the same digits as text. Zero, signs,
 *  fractions, leading zeros and anything above 2^53 - 1 are refused, because such a value has
 *  already been changed, or would be, by a program between us and the sender (R56). */
import { z } from "zod";

const DIGITS = /^[1-9][0-9]{0,15}$/;

const digitsToNumber = (value: unknown): unknown =>
  typeof value === "string" && DIGITS.test(value) ? Number(value) : value;

/** `z.int` itself refuses what a double cannot hold exactly. */
const rowId = <Kind extends string>() => z.preprocess(digitsToNumber, z.int().min(1).brand<Kind>());

export const BatchId = rowId<"BatchId">();
export type BatchId = z.output<typeof BatchId>;

export const MemberId = rowId<"MemberId">();
export type MemberId = z.output<typeof MemberId>;

export const PhaseExecutionId = rowId<"PhaseExecutionId">();
export type PhaseExecutionId = z.output<typeof PhaseExecutionId>;

/** One id space for phase steps, init, rollback, removal and finalize. */
export const StepExecutionId = rowId<"StepExecutionId">();
export type StepExecutionId = z.output<typeof StepExecutionId>;

export const RunbookVersion = rowId<"RunbookVersion">();
export type RunbookVersion = z.output<typeof RunbookVersion>;
