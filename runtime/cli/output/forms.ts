/** The forms in which lists and single things are printed. */

export const LIST_FORMS = ["table", "json", "jsonl", "yaml", "tsv"] as const;
export type ListForm = (typeof LIST_FORMS)[number];

export const ITEM_FORMS = ["text", "json", "yaml"] as const;
export type ItemForm = (typeof ITEM_FORMS)[number];
