/** The checks of `drover doctor`, in the order in which one rests on the other; after the first
 *  that is wrong, those that rest on it are skipped. */
import { CLOCK_SUBJECT } from "../../../contract/http/attention.ts";
import type { Overview } from "../../../contract/http/overview.ts";
import type { Ready } from "../../../contract/http/platform.ts";
import { ROUTES } from "../../../contract/http/routes.ts";
import type { Result } from "../../../contract/result.ts";
import { bearerFor } from "../../auth/bearer.ts";
import type { CliError } from "../../cli-error.ts";
import type { Api } from "../../client/api.ts";
import { makeApi } from "../../client/make-api.ts";
import { type Config, loadConfig } from "../../config/load-config.ts";
import type { Context } from "../../context.ts";
import { counted } from "../../output/agree.ts";
import { visibleLine } from "../../output/visible.ts";

export type Check = {
  readonly name: string;
  readonly result: "ok" | "warning" | "wrong" | "skipped";
  readonly detail: string;
};

const NAMES = {
  node: "Node",
  configuration: "configuration",
  address: "address",
  reachable: "reachable",
  version: "same version",
  ready: "ready",
  whole: "workers lack nothing",
  token: "signed in",
  roles: "roles",
  clock: "its clock only goes on",
  work: "nothing waits for a person",
  sources: "runbooks find their members",
} as const;

const NODE_MAJOR = 24;

export async function checksOf(context: Context): Promise<readonly Check[]> {
  const checks: Check[] = [nodeCheck(context)];
  const config = await loadConfig(context);
  if (!config.ok) return skipRest([...checks, wrong(NAMES.configuration, config.error)]);
  const { apiUrl } = config.value;
  checks.push(good(NAMES.configuration, "every value is allowed"));
  if (apiUrl.value === null)
    return skipRest([
      ...checks,
      {
        name: NAMES.address,
        result: "wrong",
        detail: "no Drover runs here and none is configured; next: run `npm start`",
      },
    ]);
  checks.push(good(NAMES.address, `${apiUrl.value}, from ${apiUrl.origin.name}`));
  const open = await openChecks(context, makeApi(context, apiUrl.value, null));
  const signedIn = await tokenChecks(context, config.value, apiUrl.value);
  return skipRest([...checks, ...open, ...(isSound(open) ? signedIn : [])]);
}

const good = (name: string, detail: string): Check => ({ name, result: "ok", detail });
const wrong = (name: string, { what, why, next }: CliError): Check => ({
  name,
  result: "wrong",
  detail: [what, why, next === null ? null : `next: ${next}`].filter(Boolean).join("; "),
});
const isSound = (checks: readonly Check[]): boolean =>
  checks.every(({ result }) => result !== "wrong");

const judged = <Value>(
  name: string,
  answer: Result<Value, CliError>,
  check: (value: Value) => Check,
): Check => (answer.ok ? check(answer.value) : wrong(name, answer.error));

function nodeCheck({ machine }: Context): Check {
  const isNew = Number.parseInt(machine.node, 10) >= NODE_MAJOR;
  return {
    name: NAMES.node,
    result: isNew ? "ok" : "wrong",
    detail: `${machine.node}${isNew ? "" : `; next: install Node ${NODE_MAJOR} or later`}`,
  };
}

/** What can be seen without signing in. */
async function openChecks({ machine }: Context, api: Api): Promise<readonly Check[]> {
  const health = await api.call(ROUTES.getHealth);
  if (!health.ok) return [wrong(NAMES.reachable, health.error)];
  const { version, mode, uptimeSec } = health.value;
  const isSame = version === machine.drover;
  const ready = await api.call(ROUTES.getReady);
  return [
    good(NAMES.reachable, `${mode}, up for ${uptimeSec} s`),
    {
      name: NAMES.version,
      result: isSame ? "ok" : "warning",
      detail: isSame ? version : `it is ${version}, this command line is ${machine.drover}`,
    },
    judged(NAMES.ready, ready, ({ checks }) =>
      good(NAMES.ready, checks.map(({ name, detail }) => `${name}: ${detail}`).join("; ")),
    ),
    ...(ready.ok ? noticeChecks(ready.value) : []),
  ];
}

/** One for each thing that it goes without. */
function noticeChecks({ notices }: Ready): readonly Check[] {
  if (notices.length === 0) return [good(NAMES.whole, "nothing is off or out of reach")];
  return notices.map((notice) => ({
    name: NAMES.whole,
    result: "warning",
    detail: visibleLine(notice),
  }));
}

async function tokenChecks(
  context: Context,
  config: Config,
  apiUrl: string,
): Promise<readonly Check[]> {
  const bearer = await bearerFor(context, config, apiUrl);
  if (!bearer.ok) return [wrong(NAMES.token, bearer.error)];
  const api = makeApi(context, apiUrl, bearer.value);
  const me = await api.call(ROUTES.getMe);
  if (!me.ok) return [wrong(NAMES.token, me.error)];
  const { name, roles } = me.value;
  const overview = await api.call(ROUTES.getOverview);
  return [
    good(NAMES.token, `${name}, from ${bearer.value.source}`),
    {
      name: NAMES.roles,
      result: roles.length === 0 ? "wrong" : "ok",
      detail: roles.length === 0 ? "none; next: ask an Admin for one" : roles.join(", "),
    },
    judged(NAMES.clock, overview, clockCheck),
    judged(NAMES.work, overview, ({ attentionCount, openIncidents, engine }) => ({
      name: NAMES.work,
      result: attentionCount + openIncidents === 0 ? "ok" : "warning",
      detail:
        `${counted(attentionCount, "thing")}, ${counted(openIncidents, "incident")}, ` +
        `${counted(engine.inFlight, "job")} under way`,
    })),
    ...(overview.ok ? sourceChecks(overview.value) : []),
  ];
}

function clockCheck({ attention, now }: Overview): Check {
  const setBack = attention.find(({ subject }) => subject === CLOCK_SUBJECT);
  if (setBack === undefined) return good(NAMES.clock, now);
  return { name: NAMES.clock, result: "warning", detail: visibleLine(setBack.reason) };
}

/** One for each runbook whose source the engine could not read, or not wholly, last time. */
function sourceChecks({ failingRunbooks }: Overview): readonly Check[] {
  if (failingRunbooks.length === 0) {
    return [good(NAMES.sources, "every source with automation could be read")];
  }
  return failingRunbooks.map(({ runbookName, error }) => ({
    name: NAMES.sources,
    result: "warning",
    detail:
      `${runbookName}: ${visibleLine(error)}; next: mend its source (look with ` +
      `\`drover query preview ${runbookName}\`) or switch it off`,
  }));
}

function skipRest(checks: readonly Check[]): readonly Check[] {
  const done = new Set(checks.map(({ name }) => name));
  const rest = Object.values(NAMES).filter((name) => !done.has(name));
  return [
    ...checks,
    ...rest.map(
      (name): Check => ({ name, result: "skipped", detail: "rests on what is wrong above" }),
    ),
  ];
}
