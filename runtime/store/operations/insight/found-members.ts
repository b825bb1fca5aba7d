/** Windows of members on the way through a search: by key, by when they failed, or the newest
 *  first. A window is bounded; whoever searches looks at what is in it and asks for the next. */
import { type RawBuilder, sql } from "kysely";
import { arg, type Operation } from "../operation.ts";

const FOUND = sql`select m.id, m.batch_id, m.runbook_name, m.member_key, m.status, m.added_at,
  m.removed_at, m.failed_at from member_rows m`;

/** Without a name: of every runbook. */
const ofRunbook: RawBuilder<unknown> = sql`(${arg("runbook")} = '' or
  m.runbook_name = ${arg("runbook")})`;

/** The window behind a member, which was the last of the one before; 0 for the first. */
export const membersByKey: Operation = {
  name: "found members by key",
  takes: ["prefix", "end", "runbook", "afterKey", "afterId", "most"],
  build: ({ flavour }) =>
    flavour.firstOf(
      sql`${FOUND} where lower(m.member_key) >= lower(${arg("prefix")})
      and lower(m.member_key) < lower(${arg("end")}) and ${ofRunbook}
      and lower(m.member_key) >= lower(${arg("afterKey")})
      and (lower(m.member_key) > lower(${arg("afterKey")}) or m.id > ${arg("afterId")})
      order by lower(m.member_key), m.id`,
      arg("most"),
    ),
};

export const membersByFailure: Operation = {
  name: "found members by failure",
  takes: ["from", "to", "runbook", "beforeAt", "beforeId", "most"],
  build: ({ flavour }) =>
    flavour.firstOf(
      sql`${FOUND} where m.failed_at is not null and m.failed_at >= ${arg("from")}
      and m.failed_at < ${arg("to")} and ${ofRunbook} and m.failed_at <= ${arg("beforeAt")}
      and (m.failed_at < ${arg("beforeAt")} or m.id < ${arg("beforeId")})
      order by m.failed_at desc, m.id desc`,
      arg("most"),
    ),
};

export const membersNewest: Operation = {
  name: "found members newest",
  takes: ["runbook", "beforeId", "most"],
  build: ({ flavour }) =>
    flavour.firstOf(
      sql`${FOUND} where m.id < ${arg("beforeId")} and ${ofRunbook} order by m.id desc`,
      arg("most"),
    ),
};
