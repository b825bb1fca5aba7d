import { describe, expect, test } from "@jest/globals";
import { LIMITS } from "../../../runtime/contract/limits.ts";
import { readMembers } from "../../../runtime/csv/read-members.ts";

const WANTED = { primaryKey: "Upn", requiredColumns: ["Name"] };
const read = (text: string) => readMembers(text, WANTED);

/** What was read: keys, lines and cells; or line:col code of each problem. */
function told(text: string, wanted = WANTED): unknown {
  const table = readMembers(text, wanted);
  if (!table.ok) return table.error.problems.map((p) => `${p.line}:${p.col} ${p.code}`);
  return table.value.rows.map(({ key, line, cells }) => [line, key, ...cells]);
}

describe("a table of members", () => {
  test("M-092 (part): gives each row with its key, its line and its cells in column order", () => {
    expect(read("Upn,Name,Dept\na@x.com,Ada,R&D\nb@x.com,Bob,\n")).toEqual({
      ok: true,
      value: {
        columns: ["Upn", "Name", "Dept"],
        rows: [
          { key: "a@x.com", line: 2, cells: ["a@x.com", "Ada", "R&D"] },
          { key: "b@x.com", line: 3, cells: ["b@x.com", "Bob", ""] },
        ],
      },
    });
  });

  test("M-092 (part): may hold no member at all", () => {
    expect(told("Upn,Name\n")).toEqual([]);
  });

  test.each([
    ["a byte order mark", "\uFEFFUpn,Name\na,b"],
    ["line feeds", "Upn,Name\na,b\n"],
    ["CRLF", "Upn,Name\r\na,b\r\n"],
    ["carriage returns", "Upn,Name\ra,b\r"],
    ["quotes", '"Upn","Name"\n"a","b"'],
    ["blanks around names", " Upn , Name\na,b"],
  ])("R55 (part): is read with %s", (_what, text) => {
    expect(told(text)).toEqual([[2, "a", "a", "b"]]);
  });

  test("R55 (part): keeps commas, quotes and line ends inside quoted cells", () => {
    expect(told('Upn,Name\na,"x, ""y""\r\nz"\nb,c')).toEqual([
      [2, "a", "a", 'x, "y"\r\nz'],
      [4, "b", "b", "c"],
    ]);
  });

  test("R55 (part): mixed line ends and blank lines leave line numbers right", () => {
    expect(told("\r\nUpn,Name\r\n\r\na,1\n\n,\nb,2\r\r\nc,3\n \n")).toEqual([
      [4, "a", "a", "1"],
      [7, "b", "b", "2"],
      [9, "c", "c", "3"],
    ]);
  });

  test("R55 (part): counts a CRLF inside quotes as one line", () => {
    expect(told('Upn,Name\r\na,"1\r\n2\r\n3"\r\nb,x\r\n')).toEqual([
      [2, "a", "a", "1\r\n2\r\n3"],
      [5, "b", "b", "x"],
    ]);
  });

  test("R55 (part): undoes the apostrophe of our own export, in header and cells, no other", () => {
    expect(
      told("Upn,'=Name\n'+49 170,'@x\nb,'quoted'", { ...WANTED, requiredColumns: ["=Name"] }),
    ).toEqual([
      [2, "+49 170", "+49 170", "@x"],
      [3, "b", "b", "'quoted'"],
    ]);
  });
});

describe("a file that cannot be read", () => {
  test.each([
    ["", "1:1 csv-empty"],
    ["\n\r\n  \n,,\n", "1:1 csv-empty"],
    ["Upn,Name\na,b\nc,\0\n", "3:1 csv-nul"],
    ["Upn,Name\na,M\uFFFDller\n", "2:1 csv-encoding"],
    ["Upn,Name\na,half \uD800\n", "2:1 csv-encoding"],
    ['Upn,Name\na,b\n\nc,"d\n\ne,f', "4:2 csv-quotes"],
    ['Upn,Name\r\na,"1\r\n2"\r\nb,c"d\r\n"x"y,1', "4:2 csv-quotes"],
    ['Upn,Name\n"a"b,c\n', "2:1 csv-quotes"],
  ])("R55 (part): %j is refused with %s, the one thing to mend first", (text, problem) => {
    expect(told(text)).toEqual([problem]);
  });

  test("R55 (part): an open quote is told apart from a misplaced one", () => {
    const message = (text: string) => {
      const table = read(text);
      return table.ok ? null : table.error.problems[0]?.message;
    };
    expect(message('Upn,Name\na,"b')).toContain("never closed");
    expect(message('Upn,Name\na,b"')).toContain("A quote stands");
  });

  test("M-092 (part): one above the size limit is not looked at", () => {
    const text = `Upn,Name\n${"é".repeat((LIMITS.csvBytes - 8) / 2)}`;
    expect(told(text)).toEqual(["1:1 csv-too-large"]);
  });
});

describe("the header", () => {
  test("M-092 (part): must have the primary key and every column in use, all told at once", () => {
    const wanted = { primaryKey: "Upn", requiredColumns: ["Name", "Dept", "Name", "Upn"] };
    expect(told("Other\nx", wanted)).toEqual([
      "1:1 csv-key-column-missing",
      "1:1 csv-column-missing",
      "1:1 csv-column-missing",
    ]);
  });

  test.each([
    ["upn,Name\na,b", /"upn": letter case counts/],
    ["Upn;Name\na;b", /separated by commas/],
    ["Upn\tName\na\tb", /separated by commas/],
    ["Mail,Name\na,b", /CSV template/],
    ["Mail\na", /CSV template/],
  ])("M-092 (part): %p gets a hint that fits", (text, hint) => {
    const table = read(text);
    expect(table.ok ? null : table.error.problems[0]?.hint).toMatch(hint);
  });

  test("R54, R55 (part): names that are empty, there twice, too long or reserved are told", () => {
    const long = "x".repeat(LIMITS.variableChars + 1);
    const names = `Upn,Name,,Name,${long},__proto__,constructor,_batch_id,upn`;
    expect(told(`${names}\n`)).toEqual([
      "1:3 csv-header-empty",
      "1:4 csv-header-duplicate",
      "1:5 csv-header-too-long",
      "1:6 csv-header-reserved",
      "1:7 csv-header-reserved",
      "1:8 csv-header-reserved",
    ]);
  });

  test("R55 (part): names are compared in normal form C", () => {
    expect(told("Upn,Name,Caf\u00e9,Cafe\u0301\n")).toEqual(["1:4 csv-header-duplicate"]);
    const wanted = { primaryKey: "Upn", requiredColumns: ["Caf\u00e9"] };
    expect(told("Upn,Cafe\u0301\n", wanted)).toEqual([]);
  });

  test("R55 (part): has no more columns than the limit", () => {
    const columns = (count: number): string =>
      ["Upn", "Name", ...Array.from({ length: count - 2 }, (_, index) => `c${index}`)].join(",");
    expect(told(`${columns(LIMITS.csvColumns)}\n`)).toEqual([]);
    expect(told(`${columns(LIMITS.csvColumns + 1)}\n`)).toEqual([
      `1:${LIMITS.csvColumns + 1} csv-too-many-columns`,
    ]);
    expect(told(`${columns(3)}${",".repeat(200_000)}\n`)).toContain(
      `1:${LIMITS.csvColumns + 1} csv-too-many-columns`,
    );
  });
});

describe("the rows", () => {
  test("R55 (part), M-092 (part): every faulty row is told, the others are not", () => {
    const long = "x".repeat(LIMITS.csvCellChars);
    const key = "k".repeat(LIMITS.memberKeyChars);
    const rows = ["Upn,Name", "a", "b,c", "d,e,f", ",g", "b,again", `h,${long}`, `i,${long}x`];
    rows.push(`${key},j`, `${key}k,l`, "m\u200b,n", " ,o");
    expect(told(rows.join("\n"))).toEqual([
      "2:2 csv-ragged-row",
      "4:3 csv-ragged-row",
      "5:1 csv-key-empty",
      "6:1 csv-key-duplicate",
      "8:2 csv-cell-too-long",
      "10:1 csv-key-invalid",
      "11:1 csv-key-invalid",
      "12:1 csv-key-empty",
    ]);
  });

  test.each([
    ["Caf\u00e9", "Cafe\u0301"],
    ["Ada@X.com", "ada@x.com"],
    ["ada", " ada "],
  ])("R55 (part): %j and %j are the same key", (one, other) => {
    const table = read(`Name,Upn\n1,${one}\n2,x\n3,${other}`);
    expect(table.ok ? null : table.error.problems).toMatchObject([
      { line: 4, col: 2, code: "csv-key-duplicate", message: expect.stringContaining("line 2") },
    ]);
  });

  test("R55 (part): a cell keeps the spelling that the key gives up", () => {
    expect(told("Upn,Name\n Ada@X.com ,b")).toEqual([[2, "ada@x.com", " Ada@X.com ", "b"]]);
  });

  test("M-092 (part): problems are listed up to the limit and counted beyond", () => {
    const rows = "a\n".repeat(LIMITS.problemsPerFile + 50);
    const table = read(`Upn,Name\n${rows}`);
    expect(table.ok ? null : table.error).toMatchObject({
      total: LIMITS.problemsPerFile + 50,
      problems: { length: LIMITS.problemsPerFile },
    });
  });

  test("M-092 (part): a file holds no more members than a batch may", () => {
    const rows = Array.from({ length: LIMITS.membersPerBatch }, (_, index) => `${index},x`);
    const text = `Upn,Name\n${rows.join("\n")}\nmore,x\nand more,x`;
    expect(told(text)).toEqual([`${LIMITS.membersPerBatch + 2}:1 csv-too-many-rows`]);
  });
});
