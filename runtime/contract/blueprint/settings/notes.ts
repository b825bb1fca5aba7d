/** What is known about each setting beside its form: what it is for and who provides it. The
 *  notes hang on the zod schema of the setting itself, so that name, form, default and meaning
 *  are said in one place. */
import { z } from "zod";
import type { SecretName } from "../secrets.ts";
import type { TopicName } from "../topics.ts";

/** `plain`: chosen in the stack's config. `derived`: computed by the program from what it built.
 *  `secret`: a reference to the vault, never a value in the definition. `local`: honoured when
 *  present, for an emulator at home; the estate never sets it. */
type SettingSource = "plain" | "derived" | "secret" | "local";

export type SettingNote = {
  readonly source: SettingSource;
  readonly description: string;
  /** The topic that the value names. */
  readonly topic?: TopicName;
  /** The secret that the value is taken from. */
  readonly secret?: SecretName;
};

export const SETTING_NOTES = z.registry<SettingNote>();

export function noteOf(schema: z.ZodType): SettingNote {
  const note = SETTING_NOTES.get(schema);
  if (note === undefined) throw new Error("a setting has no note: register one beside its form");
  return note;
}
