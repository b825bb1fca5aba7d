/** The little Markdown that reference pages need. Pure text in, text out; a cell can hold
 *  anything, because what would break a table is escaped. */

const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll("\n", " ");

const row = (cells: readonly string[]): string => `| ${cells.map(cell).join(" | ")} |`;

export const code = (text: string): string => `\`${text}\``;

export const codes = (texts: readonly string[]): string =>
  texts.length === 0 ? "–" : texts.map(code).join(", ");

export const table = (headings: readonly string[], rows: readonly (readonly string[])[]): string =>
  [row(headings), row(headings.map(() => "---")), ...rows.map(row)].join("\n");

/** A heading with an anchor that stays when the heading is reworded. */
export const section = (anchor: string, heading: string, body: readonly string[]): string =>
  [`<a id="${anchor}"></a>`, `## ${heading}`, ...body].join("\n\n");

/** What a page is printed from, and what its reader must not mistake it for. */
export type Made = { readonly from: string; readonly remark: string };

const FROM_BLUEPRINT: Made = {
  from: "the blueprint",
  remark:
    "This is what the blueprint asks for, not what is built so far: " +
    "`npm run -s preview -- --stack prod` tells which parts the program builds, and " +
    "[the promises](../contract.md) which behaviour is proven.",
};

export const page = (
  title: string,
  intro: string,
  sections: readonly string[],
  { from, remark }: Made = FROM_BLUEPRINT,
): string =>
  `${[
    `# ${title}`,
    `<!-- Generated from ${from}: do not edit; run \`npm run docs\`. -->`,
    intro,
    remark,
    ...sections,
    `*Generated from ${from}. Do not edit this page; run \`npm run docs\`.*`,
  ].join("\n\n")}\n`;
