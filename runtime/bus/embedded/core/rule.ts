/** A filter made ready to judge messages. Compiled when a subscription is set up, so that a
 *  filter that cannot be read is refused there and never meets a message. */
import type { Filter } from "../../../contract/blueprint/topic-shape.ts";
import { ok, type Result } from "../../../contract/result.ts";
import { type Judgement, judge } from "../sql-filter/evaluate.ts";
import { namesIn } from "../sql-filter/names-read.ts";
import { parseFilter } from "../sql-filter/parse.ts";
import type { FilterFailure } from "../sql-filter/tokens.ts";
import type { StoredMessage } from "./journal.ts";

export type Rule = (message: StoredMessage) => Judgement;

export function compileRule(filter: Filter): Result<Rule, FilterFailure> {
  switch (filter.kind) {
    case "all":
      return ok(() => ({ takes: true, fault: null }));
    case "correlation":
      return ok(correlationRule(Object.entries(filter.properties)));
    case "sql": {
      const parsed = parseFilter(filter.expression);
      return parsed.ok ? ok((message) => judge(parsed.value, message)) : parsed;
    }
  }
}

/** In lower case; null when a filter may look at more than named properties. */
export function namesRead(filter: Filter): readonly string[] | null {
  if (filter.kind === "all") return [];
  if (filter.kind === "correlation")
    return Object.keys(filter.properties).map((name) => name.toLowerCase());
  const parsed = parseFilter(filter.expression);
  return parsed.ok ? namesIn(parsed.value) : null;
}

/** Names and values are compared exactly, upper and lower case apart. */
function correlationRule(wanted: readonly (readonly [string, string])[]): Rule {
  const takes = { takes: true, fault: null };
  const passes = { takes: false, fault: null };
  return ({ properties }) =>
    wanted.every(([name, value]) => Object.hasOwn(properties, name) && properties[name] === value)
      ? takes
      : passes;
}

/** One copy for the subscription however many filters take the message; a fault counts only
 *  where no filter does. */
export function judgeAll(rules: readonly Rule[], message: StoredMessage): Judgement {
  let fault: string | null = null;
  for (const rule of rules) {
    const judgement = rule(message);
    if (judgement.takes) return judgement;
    fault ??= judgement.fault;
  }
  return { takes: false, fault };
}
