/** The page on settings, component by component. */
import type { z } from "zod";
import { SETTING_NOTES } from "../../runtime/contract/blueprint/settings/notes.ts";
import { SETTINGS } from "../../runtime/contract/blueprint/settings/settings.ts";
import { code, page, section, table } from "./markdown.ts";

/** What an absent value becomes; null when the component does not start without one. */
function defaultText(schema: z.ZodType): string {
  const absent = schema.safeParse(undefined);
  if (!absent.success) return "**required**";
  if (absent.data === undefined) return "none";
  return code(Array.isArray(absent.data) ? absent.data.join(",") || "empty" : String(absent.data));
}

const settingRow = ([name, schema]: readonly [string, z.ZodType]): readonly string[] => {
  const note = SETTING_NOTES.get(schema);
  return [code(name), note?.description ?? "", defaultText(schema), note?.source ?? ""];
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
