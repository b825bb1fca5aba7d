/** What all parts of the resource manager's client share: the call, and how a no is read. */
import { fail, type Result } from "../../../contract/result.ts";
import type { TenantFailure } from "../../failure.ts";
import type { Answered, Call } from "../http/call.ts";
import { failureOf, type Scrub } from "../http/service-error.ts";

export type ArmClient = { readonly call: Call; readonly scrub: Scrub };

export function armAnswer(
  { scrub }: ArmClient,
  answer: Result<Answered, TenantFailure>,
): Result<Answered, TenantFailure> {
  if (!answer.ok || answer.value.status < 300) return answer;
  return fail(failureOf(answer.value, scrub, false));
}

export const UNREADABLE: TenantFailure = {
  kind: "refused",
  status: 200,
  code: "unreadable",
  message: "The resource manager's answer does not have the shape its documentation gives.",
};
