/** Taking secrets out of values on their way to JSON: what stands under a name such as
 *  `InitialPassword`, and whatever text looks like a secret anywhere else. The value keeps its
 *  shape; a truth, a null and an empty text stay, as there is nothing in them to hide. */
import { isJsonObject, type JsonObject } from "./json-object.ts";
import { textsIn } from "./marked-values.ts";
import { SECRET_MARK } from "./secret.ts";
import { hideLooks } from "./secret-patterns.ts";

/** Ends of names, in any letter case: too much is hidden rather than too little. A signature may
 *  be one under a mail, so it is not here. */
const NAME = new RegExp(
  "(?:secrets?(?:text|value)?|passwords?|password[-_]?hash|passwd|pwd|passphrase|access[-_]?pass|" +
    "(?:api|account|access|subscription|private|encryption)[-_]?keys?|key[12]|token|" +
    "credentials?|authorization|cookie|assertion|connection[-_]?string)$",
  "i",
);

type HideText = (text: string) => string;

export function hideSecrets(value: unknown, hideText: HideText = hideLooks): unknown {
  if (typeof value === "string") return hideText(value);
  if (hasJsonForm(value)) return hideSecrets(value.toJSON(), hideText);
  if (Array.isArray(value)) return value.map((each) => hideSecrets(each, hideText));
  return isJsonObject(value) ? hideSecretsIn(value, hideText) : value;
}

/** A date, and whatever else says itself how it is written. */
const hasJsonForm = (value: unknown): value is { readonly toJSON: () => unknown } =>
  value instanceof Object && "toJSON" in value && typeof value.toJSON === "function";

export function hideSecretsIn(object: JsonObject, hideText: HideText = hideLooks): JsonObject {
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) => [
      hideText(name),
      NAME.test(name) ? marked(value) : hideSecrets(value, hideText),
    ]),
  );
}

function marked(value: unknown): unknown {
  if (value === null || value === "" || typeof value === "boolean") return value;
  if (Array.isArray(value)) return value.map(marked);
  return SECRET_MARK;
}

/** The texts and numbers under such names, at any depth: whoever was given them must not tell them
 *  on. */
export function secretsNamedIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(secretsNamedIn);
  if (!isJsonObject(value)) return NONE;
  let found = NONE;
  for (const [name, each] of Object.entries(value)) {
    const more = NAME.test(name) ? textsIn(each) : secretsNamedIn(each);
    if (more.length > 0) found = [...found, ...more];
  }
  return found;
}

const NONE: readonly string[] = [];
