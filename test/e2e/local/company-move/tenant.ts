/** What the simulated tenant of a local host has, read over HTTP, table by table. */
import type { Tables } from "../../../../runtime/tenant/simulated/objects.ts";
import type { Local } from "../local-process.ts";

export type Rows<Name extends keyof Tables> = ReadonlyMap<string, Tables[Name]>;
export type TenantState = {
  readonly [Name in "users" | "deletedUsers" | "groups" | "members" | "mail" | "moves"]: Rows<Name>;
};

const CONTROL = /Tenant\s+(\S+)\/summary/;

export async function tenantState(local: Local): Promise<TenantState> {
  const control = CONTROL.exec(local.text())?.[1];
  if (control === undefined) throw new Error("the local host did not say where its tenant is");
  return {
    users: await readTable(control, "users"),
    deletedUsers: await readTable(control, "deletedUsers"),
    groups: await readTable(control, "groups"),
    members: await readTable(control, "members"),
    mail: await readTable(control, "mail"),
    moves: await readTable(control, "moves"),
  };
}

async function readTable<Name extends keyof Tables>(
  control: string,
  name: Name,
): Promise<Rows<Name>> {
  const rows = new Map<string, Tables[Name]>();
  for (let after: number | null = -1; after !== null; ) {
    const answer = await fetch(`${control}/objects/${name}?top=1000&after=${after}`);
    const { items, next } = (await answer.json()) as {
      readonly items: readonly { readonly key: string; readonly value: Tables[Name] }[];
      readonly next: number | null;
    };
    for (const { key, value } of items) rows.set(key, value);
    after = next;
  }
  return rows;
}
