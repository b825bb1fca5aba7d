/** The member of a batch a word stands for: an id, a key, or a beginning that only one key has. */
import { ROUTES } from "../../contract/http/routes.ts";
import { ok, type Result } from "../../contract/result.ts";
import type { CliError } from "../cli-error.ts";
import type { Api } from "./api.ts";
import { chosen } from "./choose.ts";
import { listed } from "./pages.ts";

const ID = /^#?[1-9][0-9]{0,15}$/;
const CANDIDATES_MAX = 200;

export type FoundMember = { readonly id: number; readonly key: string };

export async function findMember(
  api: Api,
  batchId: number,
  word: string,
): Promise<Result<FoundMember, CliError>> {
  if (ID.test(word)) {
    const memberId = Number(word.replace("#", ""));
    const member = await api.call(ROUTES.getMember, { path: { id: batchId, memberId } });
    if (member.ok) return ok({ id: member.value.id, key: member.value.memberKey });
    if (member.error.code !== "E0164") return member;
  }
  const hits = await listed(api, ROUTES.search, { query: { member: word } }, CANDIDATES_MAX);
  if (!hits.ok) return hits;
  const here = new Map(
    hits.value.items.flatMap(({ batchId: of, memberId, memberKey }) =>
      of === batchId && memberId !== null && memberKey !== null ? [[memberId, memberKey]] : [],
    ),
  );
  const found = chosen(
    [...here].map(([id, key]) => ({ id, key })),
    ({ key }) => key,
    word,
    { what: "member", list: `drover batch members ${batchId}` },
  );
  return found;
}
