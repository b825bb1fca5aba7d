/** The estate as a board: a row for each caller, grouped by the place it sets out from, a column
 *  for each service, a mark where a caller reaches it. Pure: what is drawn is decided here. */
import type { PlanEntry } from "../plan.ts";
import type { ReachRow } from "../reach/reach.ts";
import type { Report } from "../report.ts";

export type Mark = "private" | "public" | "outbound" | "unreachable";

export type Column = { readonly name: string; readonly detail: string };

export type Row = {
  readonly name: string;
  /** False while it has no code: the place waits for it. */
  readonly shipped: boolean;
  /** By the index of the column. */
  readonly marks: ReadonlyMap<number, Mark>;
};

export type Group = {
  readonly name: string;
  readonly detail: string;
  readonly rows: readonly Row[];
};

/** What of a report is drawn. */
export type Drawn = Pick<Report, "stack" | "plan" | "reach">;

export type Board = {
  readonly title: string;
  readonly subtitle: string;
  readonly columns: readonly Column[];
  readonly groups: readonly Group[];
};

/** Every site is one column: people call it, deployments publish to it. */
const columnOf = (to: string): string =>
  to.startsWith("code of ") ? "code of apps" : to === "images" ? "registry" : to;

/** Services first, in the order of what matters most; whatever else there is comes after. */
const ORDER = [
  "Service Bus",
  "SQL database",
  "Key Vault",
  "blobs of its host",
  "blobs of runs",
  "tables of workers",
  "registry",
  "API and dashboard",
  "code of apps",
  "telemetry",
  "Entra",
  "Resource Manager",
  "the Internet",
];

const rank = (name: string): number => {
  const index = ORDER.indexOf(name);
  return index < 0 ? ORDER.length : index;
};

function markOf({ state, how }: ReachRow): Mark {
  if (state === "unreachable") return "unreachable";
  if (how.includes("private endpoint")) return "private";
  return how.startsWith("public endpoint") || how.startsWith("builds") ? "public" : "outbound";
}

const value = (entry: PlanEntry | undefined, path: string): string =>
  (entry?.properties.get(path) ?? "").replaceAll('"', "");

/** `Premium, 3 zones`; or how many there are where callers have one each. */
function detailOf(report: Drawn, name: string, rows: readonly ReachRow[]): string {
  const targets = new Set(rows.flatMap(({ target }) => target ?? []));
  if (targets.size === 0) return "outside";
  if (targets.size > 1) return `${targets.size} of them`;
  const [urn = ""] = targets;
  const sku = value(report.plan.get(urn), "sku.name");
  if (name !== "SQL database") return sku;
  const database = [...report.plan.values()].find(({ type }) => type.endsWith(":sql:Database"));
  return value(database, "sku.name");
}

function groupOf(report: Drawn, place: string, rows: readonly Row[]): Group {
  const subnet = [...report.plan.values()].find(
    ({ name, type }) => name === place && type.endsWith(":network:Subnet"),
  );
  const addresses = value(subnet, "addressPrefix");
  return {
    name: subnet === undefined ? place : value(subnet, "subnetName") || place,
    detail: subnet === undefined ? "" : addresses,
    rows,
  };
}

export function boardOf(report: Drawn): Board {
  const known = report.reach.filter(({ state }) => state !== "not in the program yet");
  const byColumn = Map.groupBy(known, ({ to }) => columnOf(to));
  const names = [...byColumn.keys()].toSorted((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
  const byPlace = Map.groupBy(known, ({ place }) => place ?? "");
  const groups = [...byPlace].map(([place, inPlace]) => {
    const rows = [...Map.groupBy(inPlace, ({ from }) => from)].map(([name, own]) => ({
      name,
      shipped: own.every(({ shipped }) => shipped),
      marks: new Map(own.map((row) => [names.indexOf(columnOf(row.to)), markOf(row)])),
    }));
    return groupOf(report, place, rows);
  });
  const endpoints = [...report.plan.values()].filter(({ type }) =>
    type.endsWith(":network:PrivateEndpoint"),
  );
  return {
    title: `The ${report.stack} estate`,
    subtitle: `${report.plan.size} resources, ${endpoints.length} private endpoints`,
    columns: names.map((name) => ({
      name,
      detail: detailOf(report, name, byColumn.get(name) ?? []),
    })),
    groups,
  };
}
