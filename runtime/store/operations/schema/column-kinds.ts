/** Short names for the columns of a definition. */
import type { ColumnDefinition } from "./table.ts";

export const number: ColumnDefinition = { kind: "number", nullable: false };
export const maybeNumber: ColumnDefinition = { kind: "number", nullable: true };
export const flag: ColumnDefinition = { kind: "flag", nullable: false };
export const instant: ColumnDefinition = { kind: "instant", nullable: false };
export const maybeInstant: ColumnDefinition = { kind: "instant", nullable: true };
export const text = (chars: number): ColumnDefinition => ({ kind: { chars }, nullable: false });
export const maybeText = (chars: number): ColumnDefinition => ({ kind: { chars }, nullable: true });
