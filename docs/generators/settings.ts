/** The page on settings, component by component. */
import type { z } from "zod";
import { noteOf } from "../../runtime/contract/blueprint/settings/notes.ts";
import { SETTINGS } from "../../runtime/contract/blueprint/settings/settings.ts";
import { code, page, section, table } from "./markdown.ts";

/** What an absent value becomes. */
function defaultText(schema: z.ZodType): string {
  const absent = schema.safeParse(undefined);
  if (!absent.success) return "**required**";
  if (absent.data === undefined) return "none";
  const text = String(absent.data);
  return text === "" ? "empty" : code(text);
}

const settingRow = ([name, schema]: readonly [string, z.ZodType]): readonly string[] => {
  const { description, source } = noteOf(schema);
  return [code(name), description, defaultText(schema), source];
};

const componentSection = ([component, schema]: readonly [string, z.ZodObject]): string =>
  section(component, component, [
    table(
      ["Setting", "Meaning", "Default", "Source"],
      Object.entries<z.ZodType>(schema.shape).map(settingRow),
    ),
  ]);

export const settingsPage = (): string =>
  page(
    "Settings",
    "Every setting of every component: `plain` ones are chosen in the stack's config, `derived` " +
      "ones computed by the program, `secret` ones referenced from the vault, and `local` ones " +
      "honoured when present but never set by the estate.",
    Object.entries<z.ZodObject>(SETTINGS).map(componentSection),
  );
