/** Cursors: the place a page ended at, as text that callers hand back and do not read. */
import { Cursor } from "../../contract/http/paging.ts";
import { ok } from "../../contract/result.ts";
import type { PageOf, Place, ReportPage } from "../../store/reports.ts";
import { type Answer, refuse } from "./answer.ts";

const NUMBERS_MAX = 4;
/** Some of them are times: the last instant there is. */
const PLACE_MAX = 8_640_000_000_000_000;

const cursorOf = (place: Place): Cursor =>
  Cursor.parse(Buffer.from(JSON.stringify(place)).toString("base64url"));

function placeIn(cursor: Cursor): Answer<Place> {
  try {
    const place: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString());
    if (isPlace(place)) return ok(place);
  } catch {
    // Not one of ours: told below like any other text.
  }
  return refuse("invalid-cursor", "The cursor is not one of ours. Begin again without one.");
}

const isPlace = (value: unknown): value is Place =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.length <= NUMBERS_MAX &&
  value.every((number) => Number.isInteger(number) && number >= 0 && number <= PLACE_MAX);

type Paged = { readonly cursor?: Cursor; readonly limit: number };

/** The page that a query asks for. */
export function pageIn<Query extends Paged>(query: Query): Answer<PageOf<Query>> {
  const { cursor, limit, ...filters } = query;
  if (cursor === undefined) return ok({ filters, after: null, most: limit });
  const place = placeIn(cursor);
  return place.ok ? ok({ filters, after: place.value, most: limit }) : place;
}

/** A first page that is also the last counts itself. */
export function pageBody<Row>({ rows, next, total }: ReportPage<Row>, after: Place | null) {
  const isWhole = after === null && next === null;
  const known = isWhole ? { count: rows.length, isCapped: false } : total;
  return {
    items: [...rows],
    nextCursor: next === null ? null : cursorOf(next),
    total: known?.count ?? null,
    totalIsCapped: known?.isCapped ?? false,
  };
}
