/** The tokens of a runbook without its anchors, tags and directives. They were reported by the
 *  scan; without them the rest of the text is read as if they had never been written, so that
 *  they hide no other problem. Offsets stay: every token knows its own. */
import { CST } from "yaml";

/** The scan has bounded the depth. Works in place: nobody else holds these tokens. */
export function plainTokens(tokens: readonly CST.Token[]): readonly CST.Token[] {
  const kept = tokens.filter(({ type }) => type !== "directive");
  for (const token of kept) strip(token);
  return kept;
}

function strip(token: CST.Token | null | undefined): void {
  if (token?.type === "document") {
    token.start = withoutProperties(token.start);
    strip(token.value);
  }
  if (!CST.isCollection(token)) return;
  for (const item of token.items) {
    item.start = withoutProperties(item.start);
    if (item.sep !== undefined) item.sep = withoutProperties(item.sep);
    strip(item.key);
    strip(item.value);
  }
}

const withoutProperties = (tokens: readonly CST.SourceToken[]): CST.SourceToken[] =>
  tokens.filter(({ type }) => type !== "anchor" && type !== "tag");
