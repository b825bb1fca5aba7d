/** Prints lists and single things in the form that was asked for. JSON forms write nothing but
 *  JSON to stdout; an empty list is `[]`. */
import type { Context } from "../context.ts";
import { type Column, type Look, listTable, listTabs } from "./columns.ts";
import type { ItemForm, ListForm } from "./forms.ts";
import { jsonLines, jsonText } from "./json.ts";
import { yamlText } from "./yaml.ts";

export const lookOf = ({ paint, columns, utc }: Context, nowMs: number): Look => ({
  paint,
  columns,
  utc,
  nowMs,
});

type List<Row> = {
  readonly items: readonly Row[];
  readonly columns: readonly Column<Row>[];
  readonly nowMs: number;
  /** Said instead of an empty table. */
  readonly empty: string;
};

export function printList<Row>(context: Context, form: ListForm, list: List<Row>): void {
  const { items, columns } = list;
  switch (form) {
    case "json":
      context.out(jsonText(items));
      return;
    case "jsonl":
      context.out(jsonLines(items));
      return;
    case "yaml":
      context.out(yamlText(items));
      return;
    case "tsv":
      context.out(listTabs(items, columns));
      return;
    case "table":
      if (items.length === 0) context.note(`${list.empty}\n`);
      else context.out(listTable(items, columns, lookOf(context, list.nowMs)));
  }
}

export function printItem<Item>(
  context: Context,
  form: ItemForm,
  item: Item,
  text: (item: Item) => string,
): void {
  const forms = { json: jsonText, yaml: yamlText };
  context.out(form === "text" ? text(item) : forms[form](item));
}
