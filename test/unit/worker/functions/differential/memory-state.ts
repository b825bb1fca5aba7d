/** What a tenant in memory knows. */
import { fail } from "../../../../../runtime/contract/result.ts";
import type { TenantFailure } from "../../../../../runtime/tenant/failure.ts";
import type { MailSide, Person } from "./world.ts";

export type Row = { id: string; values: Record<string, unknown> };
export type State = {
  readonly users: Map<string, Row>;
  readonly groups: Map<string, { readonly name: string; readonly members: Set<string> }>;
  readonly mail: Map<string, MailSide>;
  readonly moves: Map<string, Pick<Person, "move" | "movedFrom">>;
  /** Of whoever was there at the beginning. */
  readonly tags: Map<string, string>;
  readonly sent: string[];
  mailGroup: { name: string; members: Set<string> };
};

let counted = 0;
export const nextId = (): string => {
  counted += 1;
  return `00000000-0000-4000-8000-${String(counted).padStart(12, "0")}`;
};

export const no = (kind: "not-found" | "conflict", message: string) =>
  fail<TenantFailure>({ kind, code: kind, message });
