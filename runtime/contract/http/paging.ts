/** Long lists come in pages. A cursor is opaque to clients and says where the next page
 *  begins, so that rows which come and go in between are neither missed nor shown twice. */
import { z } from "zod";
import { LIMITS } from "../limits.ts";

const DIGITS = /^[0-9]{1,9}$/;

/** A whole number in a query string. */
export const queryInt = (range: { readonly min: number; readonly max: number }) =>
  z.preprocess(
    (value) => (typeof value === "string" && DIGITS.test(value) ? Number(value) : value),
    z.int().min(range.min).max(range.max),
  );

export const Cursor = z
  .string()
  .min(1)
  .max(LIMITS.cursorChars)
  .regex(/^[A-Za-z0-9_-]+$/)
  .brand<"Cursor">();
export type Cursor = z.output<typeof Cursor>;

export const PageQuery = z.object({
  cursor: Cursor.exactOptional(),
  limit: queryInt({ min: 1, max: LIMITS.pageSizeMax }).default(LIMITS.pageSizeDefault),
});
export type PageQuery = Readonly<z.output<typeof PageQuery>>;

export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    items: z.array(item).max(LIMITS.pageSizeMax),
    /** Null on the last page. */
    nextCursor: Cursor.nullable(),
    total: z
      .int()
      .min(0)
      .describe("All that fit, on every page; null where counting would cost more than it tells.")
      .nullable(),
    totalIsCapped: z
      .boolean()
      .describe(`More than \`total\`: counting ends at ${LIMITS.countedRowsMax}.`),
  });
