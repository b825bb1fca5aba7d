/** Values of a stack's file that came with the repository and stand for the user's own. Pure.
 *  E1. A plan may be made with them, and says so; nothing is built with them: an image by a
 *      digest of nobody's, alerts to nobody's mailbox, a pipeline of a company that is none,
 *      a budget from a month that Azure refuses. */
import type { StackConfig } from "./stack-settings.ts";

const EXAMPLES: readonly RegExp[] = [
  // One digit over and over, but for the two that make it a GUID.
  /(\d)\1{7}-\1{4}-4\1{3}-8\1{3}-\1{12}/,
  // At most four digits over and over.
  /@sha256:([0-9a-f]{1,4})\1{15,}$/,
  // Set aside for examples by the keepers of names and of addresses.
  /[@.]example\.(?:com|net|org)$/,
  /^(?:192\.0\.2|198\.51\.100|203\.0\.113)\./,
  // A month in which no budget can begin any more.
  /^2000-01-01$/,
  // The company in which examples of Azure take place.
  /\bcontoso\b/i,
];

function textsIn(value: unknown, key: string): readonly (readonly [string, string])[] {
  if (typeof value === "string") return [[key, value]];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    textsIn(inner, Array.isArray(value) ? key : `${key}.${name}`),
  );
}

/** The keys that still hold one, as `target.tenantId`, each once. */
export function examplesIn(config: StackConfig): readonly string[] {
  const texts = Object.entries(config).flatMap(([key, value]) => textsIn(value, key));
  const left = texts.filter(([, text]) => EXAMPLES.some((example) => example.test(text)));
  return [...new Set(left.map(([key]) => key))];
}

export const examplesText = (stack: string, keys: readonly string[]): string =>
  `Pulumi.${stack}.yaml still holds examples, with which nothing can be built: ` +
  `${keys.join(", ")}. Put your own values there; the comments beside them say what.`;
