/** What stands in a resource is shown to whoever may read it, and stays in states, logs and
 *  histories. Only the value of a vault's secret may hold one. */
import type { ResourceValidationPolicy } from "@pulumi/policy";
import { whereKnown } from "../stack-rule.ts";

/** Texts that are secrets by their form. */
const SHAPES: readonly RegExp[] = [
  /(?:AccountKey|SharedAccessKey|Password|Pwd|client_secret)\s*=\s*[^;\s{<]{6,}/i,
  /[?&]sig=[\w%+/]{16,}/,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
  /\bsk-ant-[\w-]{16,}/,
  /\beyJ[\w-]{16,}\.[\w-]{16,}\./,
];

/** Properties whose name promises a secret. */
const KEYS =
  /(?:^|\.)(?:\w*password|sharedKey|(?:primary|secondary)Key|\w*AccessKey|clientSecret)$/i;

type Text = { readonly path: string; readonly text: string };

/** Unknown values are left out: a secret of ours is never unknown in a plan. */
function* textsOf(value: unknown, path: string): Iterable<Text> {
  if (typeof value === "string") yield { path, text: value };
  if (typeof value !== "object" || value === null) return;
  for (const key of Object.keys(value)) {
    const inner = whereKnown(() => Reflect.get(value, key) as unknown);
    yield* textsOf(inner, path === "" ? key : `${path}.${key}`);
  }
}

export const noPlainSecrets = {
  name: "no-plain-secrets",
  displayName: "No secret stands in the plan",
  description: "No property holds a key, a password or a connection string with one.",
  severity: "critical",
  tags: [
    "Azure.Deployment.OutputSecretValue",
    "Azure.Deployment.SecretLeak",
    "Azure.Deployment.SecureParameter",
  ],
  validateResource: ({ type, props }, report) => {
    if (type === "azure-native:keyvault:Secret") return;
    const found = [...textsOf(props, "")].find(
      ({ path, text }) =>
        SHAPES.some((shape) => shape.test(text)) || (KEYS.test(path) && text !== ""),
    );
    if (found === undefined) return;
    report(`Move ${found.path} into the vault, or better, use an identity: here it can be read.`);
  },
} satisfies ResourceValidationPolicy;
