/** `drover config show`: what counts here and now. Nothing secret is configured, so nothing is
 *  hidden. */
import { ok } from "../../../contract/result.ts";
import { CONFIG_KEYS } from "../../config/key-names.ts";
import { KEY_FACTS } from "../../config/keys.ts";
import { loadConfig, type OriginKind } from "../../config/load-config.ts";
import type { CommandResult, Context } from "../../context.ts";
import { EXIT } from "../../exit-codes.ts";
import type { Column } from "../../output/columns.ts";
import type { ListForm } from "../../output/forms.ts";
import { printList } from "../../output/print.ts";

export type ShowConfigOptions = { readonly output: ListForm; readonly showOrigin?: boolean };

const ORIGINS: Readonly<Record<OriginKind, string>> = {
  flag: "flag",
  env: "variable",
  project: "project file",
  user: "user file",
  local: "Drover on this machine",
  none: "",
};

type Row = {
  readonly key: string;
  readonly value: string | null;
  readonly about: string;
  readonly origin: string | null;
  readonly from: string | null;
};

export async function showConfig(
  context: Context,
  { output, showOrigin }: ShowConfigOptions,
): Promise<CommandResult> {
  const config = await loadConfig(context);
  if (!config.ok) return config;
  const items = CONFIG_KEYS.map((key): Row => {
    const { value, origin } = config.value[key];
    const isSet = value !== null;
    return {
      key,
      value,
      about: KEY_FACTS[key].about,
      origin: isSet ? ORIGINS[origin.kind] : null,
      from: isSet ? origin.name : null,
    };
  });
  const columns: readonly Column<Row>[] = [
    { heading: "KEY", of: ({ key }) => key },
    { heading: "VALUE", of: ({ value }) => value },
    ...(showOrigin === true
      ? ([
          { heading: "ORIGIN", of: ({ origin }) => origin },
          { heading: "FROM", of: ({ from }) => from },
        ] satisfies readonly Column<Row>[])
      : []),
  ];
  printList(context, output, { items, columns, nowMs: 0, empty: "" });
  return ok(EXIT.ok);
}
