/** What the SQL statements API answers with, as far as members need it. Everything else in an
 *  answer is passed over. */
import { z } from "zod";

const State = z.enum(["PENDING", "RUNNING", "SUCCEEDED", "FAILED", "CANCELED", "CLOSED"]);

/** A part of the rows: in the answer itself, or behind a link that carries its own permission. */
export const Chunk = z.object({
  chunk_index: z.int().min(0).optional(),
  row_count: z.int().min(0).optional(),
  data_array: z.array(z.array(z.string().nullable())).nullish(),
  external_links: z
    .array(
      z.object({
        external_link: z.string(),
        chunk_index: z.int().min(0).optional(),
        row_count: z.int().min(0).optional(),
      }),
    )
    .nullish(),
});
export type Chunk = z.output<typeof Chunk>;

export const Manifest = z.object({
  schema: z.object({
    columns: z.array(z.object({ name: z.string(), type_name: z.string().optional() })).optional(),
  }),
  total_chunk_count: z.int().min(0).optional(),
  total_row_count: z.int().min(0).optional(),
  truncated: z.boolean().optional(),
});
export type Manifest = z.output<typeof Manifest>;

export const Statement = z.object({
  statement_id: z.string().min(1),
  status: z.object({
    state: State,
    error: z
      .object({ error_code: z.string().optional(), message: z.string().optional() })
      .optional(),
  }),
  manifest: Manifest.optional(),
  result: Chunk.optional(),
});
export type Statement = z.output<typeof Statement>;

export const LinkedRows = z.array(z.array(z.string().nullable()));
