/** A canary in the token that sources are read with, and whether it shows in what they tell. */
import { ok } from "../../../runtime/contract/result.ts";
import { secret } from "../../../runtime/contract/secret.ts";
import { finderOf } from "../../e2e/local/canaries/forms.ts";

export const TOKEN = "canary~token/of+the=tests-9f3a7c";
export const LINK = "https://a.blob.core.windows.net/c/part-0?sp=r&sig=canary-signature%3D";
export const given = { access: async () => ok(secret(TOKEN)) };

/** In several encodings, none of them in quotes: those are left out anyway. */
export const quoted = (text: string): string =>
  [text, encodeURIComponent(text), Buffer.from(text).toString("base64")].join(" ");

export const leaksOf = (told: unknown): readonly string[] =>
  finderOf([TOKEN, "canary-signature"])(JSON.stringify(told));
