/** What lives in storage accounts: blob containers with their paths and retention, and the
 *  tables of the worker. Containers of a `host` account exist once for each function app.
 *  A container that the platform's host would create by itself is listed too: created in
 *  advance, it can carry the right, and the account as a whole need not. */

/** `host`: one account for each function app; `runs`: HayMaker's data; `workers`: their tables. */
export type StorageAccount = "host" | "runs" | "workers";

export type BlobContainer = {
  readonly account: StorageAccount;
  /** Where a blob lies inside the container; null where the platform decides. */
  readonly path: string | null;
  readonly format: "json" | "json-lines" | "markdown" | "package" | "platform";
  /** Blobs older than this are deleted by a lifecycle rule; null keeps them. */
  readonly retentionDays: number | null;
  readonly purpose: string;
};

export const CONTAINERS = {
  "azure-webjobs-hosts": {
    account: "host",
    path: null,
    format: "platform",
    retentionDays: null,
    purpose: "Leases and timer state of the Functions host.",
  },
  "azure-webjobs-secrets": {
    account: "host",
    path: null,
    format: "platform",
    retentionDays: null,
    purpose: "Where the Functions host keeps its own keys; no route of ours accepts them.",
  },
  "app-package": {
    account: "host",
    path: null,
    format: "package",
    retentionDays: null,
    purpose: "The published code of the function app.",
  },
  "execution-logs": {
    account: "runs",
    path: "{run_id}/{scenario_name}/logs.jsonl",
    format: "json-lines",
    retentionDays: 90,
    purpose: "What every agent of a run reported, one JSON object a line.",
  },
  "execution-state": {
    account: "runs",
    path: "{run_id}/state.json",
    format: "json",
    retentionDays: null,
    purpose: "Where a run stands, rewritten at each phase.",
  },
  "execution-reports": {
    account: "runs",
    path: "{run_id}/report.json",
    format: "json",
    retentionDays: null,
    purpose: "What a run did, what it left behind and what went wrong.",
  },
  scenarios: {
    account: "runs",
    path: "{scenario_name}.md",
    format: "markdown",
    retentionDays: null,
    purpose: "The scenario library, kept equal to the one in the repository.",
  },
} as const satisfies Readonly<Record<string, BlobContainer>>;
export type ContainerName = keyof typeof CONTAINERS;

/** Table names take letters and digits only. */
export const TABLES = {
  jobledger: {
    account: "workers",
    purpose: "The result of each job that has run, so a second delivery answers from here.",
  },
  throttlebudget: {
    account: "workers",
    purpose: "How much of each API's budget is spent, shared by all workers of a tenant.",
  },
} as const satisfies Readonly<
  Record<string, { readonly account: StorageAccount; readonly purpose: string }>
>;
export type TableName = keyof typeof TABLES;
