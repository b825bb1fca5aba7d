/** What the workbook shows, as queries with titles, and the JSON that Azure wants for it. Pure.
 *  Sections follow H-099: what is happening, what happened, how much is used and what it costs. */
import { REPORTED_EVENTS } from "../../runtime/contract/blueprint/reported-events.ts";
import { tracesOf } from "./events.ts";

export type Chart = {
  readonly title: string;
  readonly query: string;
  readonly form: "table" | "timechart" | "tiles" | "barchart";
};

export type Section = { readonly title: string; readonly charts: readonly Chart[] };

const NOW: Section = {
  title: "Now",
  charts: [
    {
      title: "What needs attention",
      query: `${tracesOf(REPORTED_EVENTS.attention)} | project TimeGenerated, AppRoleName, Message`,
      form: "table",
    },
    {
      title: "Calls by component",
      query:
        "AppRequests | summarize calls = count(), failed = countif(Success == false), " +
        "p95 = percentile(DurationMs, 95) by AppRoleName",
      form: "table",
    },
  ],
};

const HISTORY: Section = {
  title: "History",
  charts: [
    {
      title: "Runs, their ends and their clean-up",
      query:
        `${tracesOf([...REPORTED_EVENTS.information, ...REPORTED_EVENTS.critical])} ` +
        "| summarize count() by event, bin(TimeGenerated, 1h)",
      form: "barchart",
    },
    {
      title: "Failures by component",
      query: "AppExceptions | summarize count() by AppRoleName, bin(TimeGenerated, 15m)",
      form: "timechart",
    },
    {
      title: "What was selected, decided and removed by force",
      query: `${tracesOf(REPORTED_EVENTS.audit)} | project TimeGenerated, event, Message`,
      form: "table",
    },
    {
      title: "Who read secrets",
      query:
        "AZKVAuditLogs | summarize reads = count() by CallerIpAddress, OperationName " +
        "| order by reads desc",
      form: "table",
    },
  ],
};

const USE: Section = {
  title: "Use and cost",
  charts: [
    {
      title: "Containers that ran, by hour",
      query:
        "ContainerAppSystemLogs | where isnotempty(JobName) or isnotempty(ContainerAppName) " +
        "| summarize dcount(ReplicaName) by bin(TimeGenerated, 1h)",
      form: "timechart",
    },
    {
      title: "Logs taken in, by kind, which is what they cost by",
      query:
        "Usage | where IsBillable | summarize gigabytes = sum(Quantity) / 1000 by DataType " +
        "| order by gigabytes desc",
      form: "barchart",
    },
  ],
};

export const SECTIONS: readonly Section[] = [NOW, HISTORY, USE];

const HEADING = 1;
const QUERY = 3;
const WORKSPACE = "microsoft.operationalinsights/workspaces";
const DAY_MS = 86_400_000;

const heading = (title: string, index: number) => ({
  type: HEADING,
  name: `section-${index}`,
  content: { json: `## ${title}` },
});

const chart = ({ title, query, form }: Chart, index: number) => ({
  type: QUERY,
  name: `chart-${index}`,
  content: {
    version: "KqlItem/1.0",
    title,
    query,
    visualization: form,
    queryType: 0,
    resourceType: WORKSPACE,
    timeContext: { durationMs: DAY_MS },
  },
});

/** Azure recognises the form by it; nothing is fetched from there. */
const SCHEMA =
  "https://github.com/Microsoft/Application-Insights-Workbooks/blob/master/schema/workbook.json";

export const workbookContent = (): string =>
  JSON.stringify({
    version: "Notebook/1.0",
    items: SECTIONS.flatMap(({ title, charts }, index) => [
      heading(title, index),
      ...charts.map((one, at) => chart(one, index * 100 + at)),
    ]),
    $schema: SCHEMA,
  });
