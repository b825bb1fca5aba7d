/** Draws the board of an estate. Light, no script, no font of its own; every text of the plan is
 *  escaped. Marks differ by shape as well as by colour. */
import { type Board, boardOf, type Drawn, type Group, type Mark, type Row } from "./board.ts";

const SIZE = {
  margin: 24,
  left: 300,
  column: 92,
  header: 76,
  title: 64,
  row: 26,
  groupPad: 10,
  groupGap: 12,
  legend: 48,
} as const;

/** As wide as the legend below. */
const COLUMNS_MIN = 8;

const COLOURS = {
  private: "#1a7f37",
  public: "#9a6700",
  outbound: "#57606a",
  unreachable: "#cf222e",
} as const satisfies Record<Mark, string>;

const LEGEND: readonly (readonly [Mark, string])[] = [
  ["private", "private endpoint"],
  ["public", "public endpoint"],
  ["outbound", "way out, by rule"],
  ["unreachable", "needed and not reached"],
];

const escaped = (text: string): string =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");

type Anchor = "start" | "middle" | "end";

const label = (
  x: number,
  y: number,
  text: string,
  style: string,
  anchor: Anchor = "start",
): string =>
  `<text x="${x}" y="${y}" class="${style}" text-anchor="${anchor}">${escaped(text)}</text>`;

function shape(mark: Mark, x: number, y: number): string {
  const colour = COLOURS[mark];
  switch (mark) {
    case "private":
      return `<circle cx="${x}" cy="${y}" r="6" fill="${colour}"/>`;
    case "public":
      return (
        `<circle cx="${x}" cy="${y}" r="5" fill="#fff" ` + `stroke="${colour}" stroke-width="2.5"/>`
      );
    case "outbound":
      return `<path d="M${x - 5} ${y - 5}l10 5-10 5z" fill="${colour}"/>`;
    case "unreachable":
      return (
        `<path d="M${x - 5} ${y - 5}l10 10m0-10l-10 10" ` +
        `stroke="${colour}" stroke-width="3" fill="none"/>`
      );
  }
}

const columnX = (index: number): number =>
  SIZE.margin + SIZE.left + index * SIZE.column + SIZE.column / 2;

/** Two lines at most: names of services are short sentences. */
function heading(name: string): readonly string[] {
  const words = name.split(" ");
  const half = Math.ceil(words.length / 2);
  return name.length <= 11 ? [name] : [words.slice(0, half).join(" "), words.slice(half).join(" ")];
}

function headerOf({ columns }: Board, bottom: number): readonly string[] {
  const top = SIZE.title + SIZE.header;
  return columns.flatMap(({ name, detail }, index) => {
    const x = columnX(index);
    const lines = heading(name);
    const first = top - 34 - (lines.length - 1) * 14;
    return [
      `<line x1="${x}" y1="${top}" x2="${x}" y2="${bottom}" stroke="#d0d7de"/>`,
      ...lines.map((line, row) => label(x, first + row * 15, line, "service", "middle")),
      label(x, top - 14, detail, "detail", "middle"),
    ];
  });
}

function rowOf(row: Row, y: number): readonly string[] {
  const last = Math.max(-1, ...row.marks.keys());
  const start = SIZE.margin + SIZE.left - 8;
  const wire =
    last < 0
      ? []
      : [
          `<line x1="${start}" y1="${y}" x2="${columnX(last)}" y2="${y}" stroke="#8c959f"` +
            `${row.shipped ? "" : ' stroke-dasharray="3 4"'}/>`,
        ];
  const style = row.shipped ? "name" : "waiting";
  return [
    label(start - 6, y + 4, row.name, style, "end"),
    ...wire,
    ...[...row.marks].map(([column, mark]) => shape(mark, columnX(column), y)),
  ];
}

const heightOf = ({ rows }: Group): number => rows.length * SIZE.row + 2 * SIZE.groupPad;

function groupOf(group: Group, top: number, width: number): readonly string[] {
  const inner = top + SIZE.groupPad + SIZE.row / 2;
  const x = SIZE.margin;
  return [
    `<rect x="${x}" y="${top}" width="${width}" height="${heightOf(group)}" rx="8" class="group"/>`,
    label(x + 12, inner + 4, group.name, "place"),
    ...(group.detail === "" || group.rows.length < 2
      ? []
      : [label(x + 12, inner + 20, group.detail, "detail")]),
    ...group.rows.flatMap((row, index) => rowOf(row, inner + index * SIZE.row)),
  ];
}

const STYLE = `text{font:13px system-ui,'Segoe UI',sans-serif;fill:#1f2328}
.title{font-size:20px;font-weight:600}.service{font-weight:600}.place{font-weight:600;fill:#0550ae}
.detail,.legend{font-size:11px;fill:#57606a}.waiting{fill:#57606a;font-style:italic}
.group{fill:#f6f8fa;stroke:#d0d7de}`;

function legendOf(y: number): readonly string[] {
  return [
    ...LEGEND.flatMap(([mark, text], index) => {
      const x = SIZE.margin + 12 + index * 170;
      return [shape(mark, x, y), label(x + 14, y + 4, text, "legend")];
    }),
    label(
      SIZE.margin + 12 + LEGEND.length * 170,
      y + 4,
      "italic, dashed: no code yet, the place waits",
      "legend",
    ),
  ];
}

export function drawBoard(board: Board): string {
  const inner = SIZE.left + Math.max(COLUMNS_MIN, board.columns.length) * SIZE.column;
  const top = SIZE.title + SIZE.header;
  const tops: number[] = [];
  let bottom = top + 8;
  for (const group of board.groups) {
    tops.push(bottom);
    bottom += heightOf(group) + SIZE.groupGap;
  }
  const width = inner + 2 * SIZE.margin;
  const height = bottom + SIZE.legend;
  const boxes = board.groups.map((group, index) => groupOf(group, tops[index] ?? 0, inner));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" ` +
      `width="${width}" height="${height}" role="img" aria-labelledby="title">`,
    `<title id="title">${escaped(`${board.title}: ${board.subtitle}`)}</title>`,
    `<style>${STYLE}</style>`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    label(SIZE.margin, 36, board.title, "title"),
    label(SIZE.margin, 56, board.subtitle, "detail"),
    // Boxes lie below the columns' lines, and wires above both.
    ...boxes.map(([box = ""]) => box),
    ...headerOf(board, bottom - SIZE.groupGap),
    ...boxes.flatMap(([, ...rest]) => rest),
    ...legendOf(bottom + SIZE.legend / 2 - 8),
    "</svg>",
    "",
  ].join("\n");
}

export const renderSvg = (report: Drawn): string => drawBoard(boardOf(report));
