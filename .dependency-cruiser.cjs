/** Who may import whom, as one table, and which package belongs to which folder, as another.
 *  Every rule is made from a row; test/architecture/dependencies.test.ts runs them on the
 *  repository and plants a violation of each. A folder that no row names may import nothing.
 *  Types count as imports: a type is knowledge too. */

const runtime = (...names) => `runtime/(?:${names.join("|")})`;

const PORT_FOLDERS = ["store", "bus", "sources", "time", "tenant", "ledger", "throttle"];
/** A port is a file right in its folder; each folder below it is one adapter. */
const portFiles = (...names) => `${runtime(...names)}/[^/]+\\.ts$`;
const ADAPTER = `${runtime(...PORT_FOLDERS)}/[^/]+/`;

const CONTRACT = "runtime/contract/";
const DOMAIN = "runtime/domain/";
const RUNBOOK = "runtime/runbook/";
const CSV = "runtime/csv/";
const ENGINE = "runtime/engine/";
const PORTS = portFiles(...PORT_FOLDERS);
const OURS = "(?:runtime|infra|policies|test|bench|docs)/";
const INNER_RUNTIME = "runtime/(?!hosts/|rehearsal/|cli/)";

/** [rule, folder, what of ours it may import besides itself] */
const MAY_IMPORT = [
  ["contract-stands-alone", "runtime/contract", []],
  ["domain-is-pure", "runtime/domain", [CONTRACT]],
  ["runbook-is-pure", "runtime/runbook", [CONTRACT, DOMAIN]],
  ["csv-is-pure", "runtime/csv", [CONTRACT, DOMAIN]],
  [
    "ports-face-inward",
    runtime(...PORT_FOLDERS.filter((name) => !["sources", "tenant", "throttle"].includes(name))),
    [CONTRACT, DOMAIN],
  ],
  // Who calls a service waits for it: by the clock and by the budget that all calls share.
  ["tenant-faces-inward", "runtime/tenant", [CONTRACT, DOMAIN, portFiles("time", "throttle")]],
  ["throttle-faces-inward", "runtime/throttle", [CONTRACT, DOMAIN, portFiles("time")]],
  ["sources-face-inward", "runtime/sources", [CONTRACT, DOMAIN, CSV]],
  ["engine-is-a-shell", "runtime/engine", [CONTRACT, DOMAIN, RUNBOOK, PORTS]],
  [
    "roles-meet-on-the-bus",
    runtime("outbox", "haymaker", "runcards", "scaler"),
    [CONTRACT, DOMAIN, PORTS],
  ],
  [
    "drivers-of-the-engine",
    runtime("scheduler", "orchestrator"),
    [CONTRACT, DOMAIN, PORTS, ENGINE],
  ],
  ["queries-ask-the-store", "runtime/queries", [CONTRACT, DOMAIN, PORTS]],
  [
    "api-asks-the-engine",
    "runtime/api",
    [
      CONTRACT,
      DOMAIN,
      RUNBOOK,
      CSV,
      PORTS,
      ENGINE,
      "runtime/queries/",
      "runtime/orchestrator/orders(?:/(?:answer|joining))?\\.ts$",
      // A preview reads rows as a tick does.
      "runtime/scheduler/(?:read-rows|row-columns)\\.ts$",
    ],
  ],
  [
    "worker-has-no-database",
    "runtime/worker",
    [CONTRACT, portFiles("bus", "time", "tenant", "ledger", "throttle")],
  ],
  ["clients-speak-http", runtime("dashboard", "agent"), [CONTRACT]],
  ["cli-speaks-http", "runtime/cli", [CONTRACT, DOMAIN, RUNBOOK, CSV, "runtime/rehearsal/"]],
  ["rehearsal-wires-the-runtime", "runtime/rehearsal", [INNER_RUNTIME]],
  [
    "hosts-wire-the-runtime",
    "runtime/hosts",
    [INNER_RUNTIME, "runtime/rehearsal/", "runtime/cli/(hand-over|pinned-node|start-plan)\\.js$"],
  ],
  ["infra-sees-the-contract", "infra", [CONTRACT]],
  // They judge rights by the blueprint that declares them; of the program they know nothing.
  ["policies-judge-alone", "policies", ["runtime/contract/blueprint/"]],
  [
    "docs-read-the-definitions",
    "docs",
    [
      CONTRACT,
      DOMAIN,
      RUNBOOK,
      "policies/",
      "runtime/worker/functions/",
      portFiles("tenant"),
      "runtime/cli/(?:program\\.ts|quick-help\\.js)$",
    ],
  ],
  ["bench-measures-the-runtime", "bench", ["runtime/"]],
];

/** [rule, packages, the folders that may import them] */
const BELONGS_TO = [
  [
    "cloud-drivers-stay-in-adapters",
    "(?:@azure/[^/]+|tedious|mssql)",
    [ADAPTER, "runtime/cli/auth/", "runtime/hosts/", "infra/deploy/", "test/"],
  ],
  ["esbuild-stays-in-the-bundles", "esbuild", ["infra/bundle/", "test/"]],
  [
    "sqlite-stays-in-adapters",
    "(?:node:)?sqlite",
    [
      `${runtime("store", "bus", "ledger", "throttle", "sources")}/[^/]+/`,
      "runtime/hosts/",
      "test/",
    ],
  ],
  [
    "pulumi-stays-in-the-estate",
    "@pulumi/[^/]+",
    ["infra/", "policies/", "test/(?:unit/|e2e/)?(?:infra|policies|preview)/"],
  ],
  [
    "grpc-stays-in-the-preview",
    "(?:@grpc/[^/]+|google-protobuf)",
    ["infra/preview/", "test/(?:unit/|e2e/)?(?:infra|preview)/"],
  ],
  ["hono-stays-in-the-api", "(?:hono|@hono/[^/]+)", ["runtime/api/", "runtime/hosts/", "test/"]],
  ["commander-stays-in-the-cli", "commander", ["runtime/cli/"]],
  ["yaml-stays-at-the-edge", "yaml", [RUNBOOK, "infra/preview/", "docs/generators/", "test/"]],
  ["csv-parse-stays-in-csv", "csv-parse", [CSV]],
];

/** Deployables and what only they are made of. */
const BUNDLED =
  "^runtime/(?:hosts/(?:bootstrap|functions|worker)|store/azure-sql|tenant/identity|sources/tds)/";

const start = (...patterns) => patterns.map((pattern) => `^${pattern}`);
const never = (name, from, to) => ({ name, severity: "error", from, to });
const known = [...MAY_IMPORT.map(([, folder]) => `^${folder}/`), "^test/"];

const folderRules = MAY_IMPORT.map(([name, folder, allowed]) =>
  never(
    name,
    { path: `^(${folder})/` },
    { path: `^${OURS}`, pathNot: ["^$1/", ...start(...allowed)] },
  ),
);

/** A package is met as a resolved file, as a core module, or bare when it is not installed. */
const packageRules = BELONGS_TO.map(([name, packages, folders]) =>
  never(name, { pathNot: start(...folders) }, { path: `^(?:node_modules/)?${packages}(?:/|$)` }),
);

module.exports = {
  forbidden: [
    never("no-cycles", {}, { circular: true }),
    never("imports-resolve", {}, { couldNotResolve: true }),
    ...folderRules,
    never("every-folder-has-a-row", { path: "/", pathNot: known }, { path: `^${OURS}` }),
    never("ports-know-no-adapter", { path: `^${PORTS}` }, { path: `^${ADAPTER}` }),
    never(
      "adapters-are-strangers",
      { path: `^runtime/(${PORT_FOLDERS.join("|")})/([^/]+)/` },
      { path: `^runtime/$1/[^/]+/`, pathNot: ["^runtime/$1/$2/", "^runtime/store/operations/"] },
    ),
    never(
      "rehearsal-loads-lazily",
      { path: "^runtime/cli/" },
      { path: "^runtime/rehearsal/", dynamic: false },
    ),
    ...packageRules,
    never("deployables-stand-apart", { path: "^runtime/", pathNot: BUNDLED }, { path: BUNDLED }),
    never(
      "runtime-ships-its-dependencies",
      // What is only deployed brings its packages in its bundle; nothing local imports it.
      { path: "^runtime/", pathNot: BUNDLED },
      { dependencyTypes: ["npm-dev", "npm-optional", "npm-peer", "npm-no-pkg", "npm-unknown"] },
    ),
  ],
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^(?:node_modules/\\.|coverage/|\\.drover/)" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"],
    },
  },
};
