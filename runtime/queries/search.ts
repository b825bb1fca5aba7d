/** Members and their steps across batches, by key, status, class of error and time. A search walks
 *  through members in windows: by key where one is given, by the time of failing where failures are
 *  meant, else the newest first. A page looks at a bounded number of windows; it may hold less than
 *  asked for and still have a next one. */
import type { SearchHit, SearchQuery } from "../contract/http/search.ts";
import { MemberId } from "../contract/ids.ts";
import { ok } from "../contract/result.ts";
import { MEMBER_STATUSES } from "../contract/statuses.ts";
import type { Insights } from "../store/insights.ts";
import type { PageOf, Place, ReportPage, Reports } from "../store/reports.ts";
import type { FoundMember, FoundStep, SearchWay } from "../store/searches.ts";
import { type Answer, instantOf } from "./parts.ts";

const WINDOW = 200;
const WINDOWS_MAX = 5;

type Filters = PageOf<SearchQuery>["filters"];

export async function searchPage(
  { insights }: Pick<Reports, "insights">,
  { filters, after, most }: PageOf<SearchQuery>,
): Answer<ReportPage<SearchHit>> {
  const hits: SearchHit[] = [];
  let place: Place | null = after;
  for (let windows = 0; windows < WINDOWS_MAX; windows += 1) {
    const way = await wayOf(insights, filters, place);
    if (!way.ok) return way;
    const found = await insights.search(way.value, filters.runbookName ?? null, WINDOW);
    if (!found.ok) return found;
    const inWindow = await hitsIn(insights, found.value, filters);
    if (!inWindow.ok) return inWindow;
    for (const { member, own } of inWindow.value) {
      if (hits.length > 0 && hits.length + own.length > most)
        return ok({ rows: hits, next: place });
      hits.push(...own.slice(0, most));
      place = placeOf(way.value, member);
    }
    if (found.value.length < WINDOW) return ok({ rows: hits, next: null });
    if (hits.length >= most) break;
  }
  return ok({ rows: hits, next: place });
}

const isAboutFailure = ({ status, errorClass }: Filters): boolean =>
  errorClass !== undefined || status === "failed" || status === "poll_timeout";

const dateOf = (text: string | undefined): Date | null =>
  text === undefined ? null : new Date(text);

async function wayOf(insights: Insights, filters: Filters, place: Place | null): Answer<SearchWay> {
  if (filters.member !== undefined) {
    const last = place?.[0] === undefined ? null : await insights.found(MemberId.parse(place[0]));
    if (last !== null && !last.ok) return last;
    return ok({ by: "key", prefix: filters.member, after: last?.value ?? null });
  }
  if (isAboutFailure(filters)) {
    const [at, id] = place ?? [];
    const before = at === undefined || id === undefined ? null : { at: new Date(at), id };
    const { from, to } = filters;
    return ok({ by: "failure", from: dateOf(from), to: dateOf(to), before });
  }
  return ok({ by: "newest", before: place?.[0] ?? null });
}

function placeOf(way: SearchWay, { id, failedAt }: FoundMember): Place {
  return way.by === "failure" ? [failedAt?.getTime() ?? 0, id] : [id];
}

type Hits = { readonly member: FoundMember; readonly own: readonly SearchHit[] };

/** Steps are looked at where an error class or a status that only steps have is asked for. */
async function hitsIn(
  insights: Insights,
  members: readonly FoundMember[],
  filters: Filters,
): Answer<readonly Hits[]> {
  const { status, errorClass } = filters;
  const isOfMember = MEMBER_STATUSES.some((known) => known === status);
  const needsSteps =
    errorClass !== undefined || (status !== undefined && !isOfMember) || status === "failed";
  if (!needsSteps) {
    const isMeant = (hit: SearchHit): boolean => status === undefined || hit.status === status;
    return ok(
      members.map((member) => ({
        member,
        own: [memberHit(member)].filter((hit) => isMeant(hit) && isInTime(hit, filters)),
      })),
    );
  }
  const steps = new Map<number, FoundStep[]>();
  for (const [batchId, own] of Map.groupBy(members, (member) => member.batchId)) {
    const read = await insights.stepsOf(
      batchId,
      own.map(({ id }) => id),
    );
    if (!read.ok) return read;
    for (const step of read.value)
      steps.set(step.memberId, [...(steps.get(step.memberId) ?? []), step]);
  }
  return ok(
    members.map((member) => {
      const hits = (steps.get(member.id) ?? []).map((step) => stepHit(member, step));
      const isMeant = (hit: SearchHit): boolean =>
        (status === undefined || hit.status === status) &&
        (errorClass === undefined || hit.errorClass === errorClass);
      return { member, own: hits.filter((hit) => isMeant(hit) && isInTime(hit, filters)) };
    }),
  );
}

const isInTime = ({ at }: SearchHit, { from, to }: Filters): boolean =>
  (from === undefined || at >= from) && (to === undefined || at < to);

const memberHit = (member: FoundMember): SearchHit => ({
  kind: "member",
  batchId: member.batchId,
  runbookName: member.runbookName,
  memberId: member.id,
  memberKey: member.key,
  stepId: null,
  stepName: null,
  phaseName: null,
  status: member.status,
  errorClass: null,
  errorMessage: null,
  at: instantOf(changedAt(member)),
});

const stepHit = (member: FoundMember, step: FoundStep): SearchHit => ({
  ...memberHit(member),
  kind: "step",
  stepId: step.id,
  stepName: step.stepName,
  phaseName: step.phaseName,
  status: step.status,
  errorClass: step.error?.kind ?? null,
  errorMessage: step.error?.message ?? null,
  at: instantOf(step.at ?? member.addedAt),
});

/** The last thing that happened to the member itself. */
const changedAt = ({ addedAt, removedAt, failedAt, status }: FoundMember): Date =>
  (status === "failed" ? failedAt : status === "removed" ? removedAt : null) ?? addedAt;
