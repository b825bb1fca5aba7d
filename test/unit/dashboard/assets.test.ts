import { describe, expect, test } from "@jest/globals";
import { makeAssets } from "../../../runtime/dashboard/assets.ts";

const textOf = (path: string, text: string): string => {
  const sources = [
    { path, text },
    { path: "app/main.ts", text: "" },
  ];
  const { byPath } = makeAssets(path === "app/main.ts" ? sources.slice(0, 1) : sources, (it) => it);
  return Buffer.from(byPath.get(path.replace(/\.ts$/, ".js"))?.plain ?? []).toString();
};

describe("the dashboard's files", () => {
  test("a style sheet is sent without comments and without spaces that mean nothing", () => {
    const style = `/* One;
      { thing */
.a > .b:not(:first-child)::before,
.c {
  content: attr(data-head);
  margin: 0 calc(1rem - 4px);
}

@media (max-width: 40rem) {
  .a .b { color: red; }
}
`;
    expect(textOf("app/style.css", style)).toBe(
      ".a > .b:not(:first-child)::before,.c{content:attr(data-head);" +
        "margin:0 calc(1rem - 4px);}@media (max-width:40rem){.a .b{color:red;}}",
    );
  });

  test("a script keeps the words of its pages apart, whatever lines they stand on", () => {
    const script = [
      "const told = html`<p>A batch,",
      "    no phase; (yet)",
      "  has begun</p>`;",
      "const one = {",
      "  two: [",
      "    3",
      "  ]",
      "};",
    ].join("\n");
    expect(textOf("app/main.ts", script)).toContain(
      "html`<p>A batch,\nno phase; (yet)\nhas begun</p>`;\nconst one = {two: [3]};",
    );
  });
});
