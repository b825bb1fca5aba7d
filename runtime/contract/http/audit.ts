/** Who changed what, and who read member data (C.1 of the threat model): for auditors. */
import { z } from "zod";
import { Instant } from "../instant.ts";
import { LIMITS } from "../limits.ts";
import { PageQuery, pageOf } from "./paging.ts";

export const AuditQuery = PageQuery.extend({
  actor: z.string().min(1).max(LIMITS.nameChars).describe("The display name.").exactOptional(),
});
export type AuditQuery = Readonly<z.output<typeof AuditQuery>>;

export const AuditEntry = z.object({
  seq: z.int().min(1),
  at: Instant,
  actor: z.string().describe("Display name; `identity` is what was authorised."),
  identity: z.string().describe("`{tenant}/{object id}`."),
  action: z.string().describe("Name of the route."),
  target: z.string().describe("The address that was asked for."),
  status: z.int().describe("What was answered."),
  correlationId: z.string(),
});
export type AuditEntry = Readonly<z.output<typeof AuditEntry>>;

export const AuditPage = pageOf(AuditEntry);
export type AuditPage = Readonly<z.output<typeof AuditPage>>;
