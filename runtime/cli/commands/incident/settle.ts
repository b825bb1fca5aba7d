/** `drover incident redrive` and `drover incident discard`: one incident, those that fit a
 *  filter, or all of them. */
import type { IncidentsEnded } from "../../../contract/http/incidents.ts";
import { ROUTES } from "../../../contract/http/routes.ts";
import { ok } from "../../../contract/result.ts";
import { refuse } from "../../cli-error.ts";
import type { Api } from "../../client/api.ts";
import { connected } from "../../client/connected.ts";
import type { CommandResult, Context } from "../../context.ts";
import { EXIT } from "../../exit-codes.ts";
import { type AgreeOptions, agreed, counted } from "../../output/agree.ts";
import type { ItemForm } from "../../output/forms.ts";
import { printItem } from "../../output/print.ts";
import { progressOn } from "../../output/progress.ts";
import { visibleLine } from "../../output/visible.ts";
import { filtersOf, type IncidentFilters } from "./filters.ts";

export type SettleOptions = AgreeOptions &
  IncidentFilters & { readonly output: ItemForm; readonly all?: boolean };

type Way = {
  readonly one: typeof ROUTES.redriveIncident | typeof ROUTES.discardIncident;
  readonly many: typeof ROUTES.redriveIncidents | typeof ROUTES.discardIncidents;
  readonly verb: string;
  readonly effect: string;
  readonly done: string;
};

const REDRIVE: Way = {
  one: ROUTES.redriveIncident,
  many: ROUTES.redriveIncidents,
  verb: "Redrive",
  effect: "sent again to the queue it came from",
  done: "sent again",
};
const DISCARD: Way = {
  one: ROUTES.discardIncident,
  many: ROUTES.discardIncidents,
  verb: "Discard",
  effect: "let go; what it would have moved must be moved otherwise",
  done: "let go",
};

export const redrive = (context: Context, id: string | undefined, options: SettleOptions) =>
  settle(context, id, options, REDRIVE);
export const discard = (context: Context, id: string | undefined, options: SettleOptions) =>
  settle(context, id, options, DISCARD);

function settle(
  context: Context,
  incidentId: string | undefined,
  options: SettleOptions,
  way: Way,
): Promise<CommandResult> {
  const filters = filtersOf(options);
  const hasFilter = Object.keys(filters).length > 0;
  const ways = [incidentId !== undefined, hasFilter, options.all === true].filter(Boolean).length;
  if (ways !== 1)
    return Promise.resolve(
      refuse("E0106", "say which incidents are meant, in one way", {
        next: "name an id, or give filters such as --batch, or --all",
      }),
    );
  return connected(context, async (api) => {
    const subject = incidentId ?? (hasFilter ? "those that fit" : "all");
    const count = incidentId === undefined ? await countOf(api, filters) : 1;
    const effects = [`${counted(count, "message")} ${way.effect}.`];
    const question = `${way.verb} ${counted(count, "incident")} (${subject})?`;
    const sure = await agreed(context, { effects, question }, options);
    if (!sure.ok) return sure;
    if (!sure.value) return ok(EXIT.ok);
    if (incidentId === undefined) return settleMany(context, api, { options, filters, count }, way);
    const answer = await api.call(way.one, { path: { incidentId } });
    if (!answer.ok) return answer;
    const text = `Incident ${incidentId} is ${way.done}.\n`;
    printItem(context, options.output, answer.value, () => text);
    return ok(EXIT.ok);
  });
}

async function countOf(api: Api, filters: ReturnType<typeof filtersOf>): Promise<number> {
  const page = await api.call(ROUTES.listIncidents, { query: { ...filters, limit: 1 } });
  return page.ok ? (page.value.total ?? page.value.items.length) : 0;
}

type Many = {
  readonly options: SettleOptions;
  readonly filters: ReturnType<typeof filtersOf>;
  readonly count: number;
};

/** One call ends as many as the API takes at once; it is repeated while some are ended. */
async function settleMany(
  context: Context,
  api: Api,
  { options, filters, count }: Many,
  way: Way,
): Promise<CommandResult> {
  const progress = progressOn(context, { what: `${way.verb} incidents`, unit: "messages" });
  const body = options.all === true ? { all: true } : filters;
  let total: IncidentsEnded = { matched: 0, ended: 0, refused: [], more: false };
  while (true) {
    const answer = await api.call(way.many, { body });
    if (!answer.ok) {
      progress.end();
      return answer;
    }
    const { matched, ended, refused, more } = answer.value;
    total = { matched: total.matched + matched, ended: total.ended + ended, refused, more };
    progress.show({
      done: total.ended,
      total: Math.max(count, total.ended),
      failed: refused.length,
    });
    if (!more || ended === 0) break;
  }
  progress.end();
  printItem(context, options.output, total, (shown) => endedText(shown, way.done));
  return ok(total.refused.length === 0 ? EXIT.ok : EXIT.conflict);
}

const endedText = ({ ended, refused }: IncidentsEnded, done: string): string =>
  [
    `${counted(ended, "message")} ${done}.`,
    ...refused.map(({ incidentId, code, reason }) =>
      visibleLine(`Incident ${incidentId} stays open: ${reason} (${code})`),
    ),
  ]
    .map((line) => `${line}\n`)
    .join("");
