/** Rows in pages, as the admin endpoint gives them: a link, to which the same command is sent
 *  again. Cut by order of first appearance, so that who goes meanwhile makes nobody else be left
 *  out. */
import type { JsonObject } from "../../../contract/json-object.ts";
import { answered, type Decision, type TenantRequest } from "../answer.ts";
import { TENANT_LIMITS } from "../limits.ts";
import type { Scene } from "../world.ts";
import { rows } from "./exchange-errors.ts";

export type Page = {
  /** Rows up to this place were on pages before. */
  readonly after: number;
  readonly size: number;
  /** Of the next page, but for its place. */
  readonly address: string;
};

export type PlacedRow = { readonly seq: number; readonly row: JsonObject };

/** Null where it asks for none that can be. */
export function pageOf(scene: Scene, { query, headers, path }: TenantRequest): Page | null {
  const after = Number(query.get("$skiptoken") ?? -1);
  const asked = /\bodata\.maxpagesize=(\d{1,9})\b/i.exec(headers["prefer"] ?? "")?.[1];
  const size = Math.min(Number(asked ?? TENANT_LIMITS.rowsPerPage), TENANT_LIMITS.rowsPerPage);
  if (!Number.isInteger(after) || size < 1) return null;
  const { origin } = scene.world.settings;
  return { after, size, address: `${origin}/exchange/${path.map(encodeURIComponent).join("/")}` };
}

export function paged({ after, size, address }: Page, listed: readonly PlacedRow[]): Decision {
  const open = listed.filter(({ seq }) => seq > after);
  const shown = open.slice(0, size);
  const last = open.length > size ? shown.at(-1) : undefined;
  const link = last === undefined ? null : `${address}?$skiptoken=${last.seq}`;
  return answered(
    rows(
      shown.map(({ row }) => row),
      link,
    ),
  );
}
