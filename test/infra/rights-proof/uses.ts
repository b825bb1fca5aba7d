/** What a component's own code does to Azure, derived from its text. Code reaches Azure through
 *  few doors, and each leaves a trace that cannot be avoided: a driver that is imported, the
 *  audience of a token that is asked for, a port that is written against, a topic that is named.
 *  U1. A door that leads to nothing known here is reported as such; it never counts as no use. */
import ts from "typescript";
import { TOPICS } from "../../../runtime/contract/blueprint/topics.ts";
import type { Graph, Module } from "./module-graph.ts";

export type Use =
  | { readonly kind: "send"; readonly topic: string }
  | { readonly kind: "receive"; readonly topic: string; readonly subscription: string }
  | { readonly kind: "table"; readonly table: string }
  | { readonly kind: "database"; readonly as: "read-write" | "owner" }
  | { readonly kind: "telemetry" }
  /** Somebody else's data; the identity is let in there, not by Azure. */
  | { readonly kind: "source"; readonly of: "azure-sql" | "dataverse" | "databricks" }
  /** Of a tenant: its administrators consent to each permission that a function needs. */
  | { readonly kind: "tenant"; readonly api: "graph" | "exchange" }
  /** Of a vault: reading secrets is one right, writing and deleting them another. */
  | { readonly kind: "vault"; readonly does: "read" | "write" }
  /** Of a subscription: what is made and deleted there is for whoever ships it to say. */
  | { readonly kind: "arm" }
  | { readonly kind: "unexplained"; readonly door: string };

export const sayUse = (use: Use): string => Object.values(use).join(" ");

/** Drivers and clients that reach a network, and what for. Null: leads nowhere by itself. */
const DRIVERS: Readonly<Record<string, Use | null>> = {
  tedious: { kind: "database", as: "read-write" },
  "@azure/identity": null,
  "@azure/functions": null,
  "@azure/monitor-opentelemetry": { kind: "telemetry" },
};

/** Whom a token is for. A driver without a token reaches nothing: every key is switched off. */
const AUDIENCES: Readonly<Record<string, Use>> = {
  "https://database.windows.net/.default": { kind: "database", as: "read-write" },
  "https://monitor.azure.com/.default": { kind: "telemetry" },
};

/** The table of the tenant clients' audiences: having it is no use, asking for a family is. */
const FAMILIES_FILE = "runtime/tenant/azure/service.ts";
const FAMILIES: Readonly<Record<string, Use>> = {
  graph: { kind: "tenant", api: "graph" },
  exchange: { kind: "tenant", api: "exchange" },
  arm: { kind: "arm" },
  vault: { kind: "vault", does: "read" },
};
/** What is asked of a vault beyond reading. */
const VAULT_WRITES = /^(?:set|delete|recover|purge)Secret$/;

/** Sends what others have put a token on, and so leads wherever the audiences above do. */
const CARRIER = "runtime/tenant/azure/http/send.ts";

/** Where the adapters of sources begin, and what each of them reads. */
const SOURCES: Readonly<Record<string, readonly Use[]>> = {
  "runtime/sources/tds/tds-source.ts": [
    { kind: "source", of: "azure-sql" },
    { kind: "source", of: "dataverse" },
  ],
  "runtime/sources/databricks/databricks-source.ts": [{ kind: "source", of: "databricks" }],
};
/** Their doors lead to those and not to the estate's own database. */
const SOURCE_DOORS: ReadonlySet<string> = new Set([
  "tedious",
  "https://database.windows.net/.default",
  "2ff814a6-3304-4ab8-85cb-cd0e6f879c1d/.default",
]);
const isOfSource = (file: string, door: string): boolean =>
  /^runtime\/sources\/[^/]+\//.test(file) && SOURCE_DOORS.has(door);

/** Audiences that open nothing of the estate, each in the one file that may name it. A star stands
 *  for what is filled in. */
const EXPLAINED: Readonly<Record<string, string>> = {
  // A Dataverse environment's own: whoever runs it lets the identity in.
  "runtime/sources/tds/tds-source.ts": "https://*/.default",
  // Proves a managed identity to an application that trusts it. What that one asks for is seen.
  "runtime/tenant/identity/credentials.ts": "api://AzureADTokenExchange/.default",
};

const BUS_PORT = "runtime/bus/bus.ts";

const TABLE_PORTS: Readonly<Record<string, string>> = {
  "runtime/ledger/ledger.ts": "jobledger",
  "runtime/throttle/learnt.ts": "throttlebudget",
};

/** The files by which a use is known; one that is moved must be moved here too. */
export const KNOWN_FILES = [
  BUS_PORT,
  CARRIER,
  FAMILIES_FILE,
  ...Object.keys(TABLE_PORTS),
  ...Object.keys(SOURCES),
  ...Object.keys(EXPLAINED),
] as const;

/** Only who owns the database may change tables and make users. */
const OWNING = /^runtime\/store\/azure-sql\/(migrations|prepare-database)\.ts$/;

/** Ways to a network that Node has without a package. */
const RAW_DOORS = /^(?:node:)?(?:https?|http2|net|tls|dgram|dns)(?:\/|$)/;
const CLOUD_PACKAGE = /^(?:@azure\/[^/]+|tedious|mssql|undici|ws|axios|node-fetch)/;
/** Every audience ends so; one that is put together from parts has it in its last one. */
const AUDIENCE = /\.default\b/;
const WHOLE_AUDIENCE = /^https:\/\/[a-z0-9.-]+\/\.default$/;

const CONTRACT = "runtime/contract/";

const isTopic = (text: string): boolean => Object.hasOwn(TOPICS, text);

function driversOf({ file, imports }: Module): readonly Use[] {
  return imports.flatMap((name): readonly Use[] => {
    if (isOfSource(file, name)) return [];
    if (RAW_DOORS.test(name)) return [{ kind: "unexplained", door: name }];
    const [driver] = CLOUD_PACKAGE.exec(name) ?? [];
    if (driver === undefined) return [];
    const use = DRIVERS[driver];
    if (use === undefined) return [{ kind: "unexplained", door: driver }];
    return use === null ? [] : [use];
  });
}

const propertyText = (node: ts.ObjectLiteralExpression, name: string): string | undefined => {
  for (const property of node.properties)
    if (
      ts.isPropertyAssignment(property) &&
      property.name.getText() === name &&
      ts.isStringLiteral(property.initializer)
    )
      return property.initializer.text;
  return undefined;
};

const hasProperty = (node: ts.ObjectLiteralExpression, name: string): boolean =>
  node.properties.some((property) => property.name?.getText() === name);

/** `{ topic, subscription }` is where one receives; `{ topic, … }` is what one sends. */
function fromObject(node: ts.ObjectLiteralExpression): readonly Use[] {
  const topic = propertyText(node, "topic");
  if (topic === undefined || !isTopic(topic)) return [];
  if (!hasProperty(node, "subscription")) return [{ kind: "send", topic }];
  const subscription = propertyText(node, "subscription");
  return subscription === undefined ? [] : [{ kind: "receive", topic, subscription }];
}

/** `const RESULTS: TopicName = "worker-results"` is what `publish` is given. */
function fromConstant(node: ts.VariableDeclaration): readonly Use[] {
  const value = node.initializer;
  if (node.type?.getText() !== "TopicName" || value === undefined) return [];
  return ts.isStringLiteral(value) && isTopic(value.text)
    ? [{ kind: "send", topic: value.text }]
    : [];
}

function nodesOf(source: ts.SourceFile): readonly ts.Node[] {
  const all: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    all.push(node);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return all;
}

/** As it is written, with a star for what is filled in. */
function textOf(node: ts.Node): string {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return "";
  return [node.head, ...node.templateSpans.map(({ literal }) => literal)]
    .map(({ text }) => text)
    .join("*");
}

const isExplained = (file: string, door: string): boolean =>
  isOfSource(file, door) ||
  EXPLAINED[file] === door ||
  (file === FAMILIES_FILE && WHOLE_AUDIENCE.test(door));

function tokensOf(nodes: readonly ts.Node[]): readonly Use[] {
  return nodes.flatMap((node): readonly Use[] => {
    const door = textOf(node);
    if (!AUDIENCE.test(door) || isExplained(node.getSourceFile().fileName, door)) return [];
    return [AUDIENCES[door] ?? { kind: "unexplained", door }];
  });
}

/** `serviceOf(parts, "vault", address)`; a family that is no literal is not explained. */
function familiesOf(nodes: readonly ts.Node[]): readonly Use[] {
  return nodes.flatMap((node): readonly Use[] => {
    if (!ts.isCallExpression(node) || node.expression.getText() !== "serviceOf") return [];
    const family = node.arguments[1];
    const name = family !== undefined && ts.isStringLiteral(family) ? family.text : "?";
    return [FAMILIES[name] ?? { kind: "unexplained", door: `the service ${name}` }];
  });
}

/** Whoever calls one of a vault's writing operations; the client itself only offers them. */
const vaultWritesOf = (nodes: readonly ts.Node[]): readonly Use[] =>
  nodes.some(
    (node) =>
      ts.isCallExpression(node) &&
      ts.isPropertyAccessExpression(node.expression) &&
      VAULT_WRITES.test(node.expression.name.text),
  )
    ? [{ kind: "vault", does: "write" }]
    : [];

/** The global of that name, called or handed on; a property or parameter is somebody else's. */
const isFetch = (node: ts.Node): boolean =>
  ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === "fetch";

const topicsOf = (nodes: readonly ts.Node[]): readonly Use[] =>
  nodes.flatMap((node) => {
    if (ts.isObjectLiteralExpression(node)) return fromObject(node);
    return ts.isVariableDeclaration(node) ? fromConstant(node) : [];
  });

/** The uses of a graph, each once. Topics count only where something was written for the bus. */
export function usesOf(graph: Graph): readonly Use[] {
  const modules = [...graph.values()];
  const own = modules.filter(({ file }) => !file.startsWith(CONTRACT));
  const ports = new Set(modules.flatMap(({ types, imports }) => [...types, ...imports]));
  const texts = own.map((module) => nodesOf(module.source));
  const found: readonly Use[] = [
    ...modules.flatMap(driversOf),
    ...modules.flatMap(({ file }) => SOURCES[file] ?? []),
    ...modules.flatMap(({ source }) => tokensOf(nodesOf(source))),
    ...texts.flatMap(familiesOf),
    ...texts.flatMap(vaultWritesOf),
    ...(own.some(({ file }, at) => file !== CARRIER && texts[at]?.some(isFetch))
      ? [{ kind: "unexplained", door: "fetch" } as const]
      : []),
    ...(ports.has(BUS_PORT) ? texts.flatMap(topicsOf) : []),
    ...Object.entries(TABLE_PORTS).flatMap(([port, table]) =>
      ports.has(port) ? [{ kind: "table", table } as const] : [],
    ),
  ];
  const owns = modules.some(({ file }) => OWNING.test(file));
  const settled = found.map((use) =>
    use.kind === "database" && owns ? ({ kind: "database", as: "owner" } as const) : use,
  );
  return [...new Map(settled.map((use) => [sayUse(use), use])).values()];
}
