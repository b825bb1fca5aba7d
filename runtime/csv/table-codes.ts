/** What `drover runbook explain` tells about each problem of a table of members. */
import type { TableProblemCode } from "./table-problem.ts";

type TableCodeEntry = {
  readonly title: string;
  /** Why it is a problem. */
  readonly explanation: string;
  /** The smallest table, or a description of one, that has it. */
  readonly example: string;
};

export const TABLE_CODES: Readonly<Record<TableProblemCode, TableCodeEntry>> = {
  "csv-empty": {
    title: "The table is empty",
    explanation: "A table begins with a line that names its columns; this one has no line at all.",
    example: "a file of no bytes",
  },
  "csv-too-large": {
    title: "The table is too large",
    explanation: "A table of members has at most 64 MB. Larger files are refused unread.",
    example: "a file of 70 MB",
  },
  "csv-nul": {
    title: "Not plain text",
    explanation: "The file holds a NUL, as spreadsheets in their own format and UTF-16 text do.",
    example: "members.xlsx, renamed to members.csv",
  },
  "csv-encoding": {
    title: "Not UTF-8 text",
    explanation: "Letters in another encoding would arrive as other letters, in keys as well.",
    example: "a file saved as Windows-1252",
  },
  "csv-quotes": {
    title: "Quotes that do not fit",
    explanation:
      "A quote is not closed, or stands inside a cell that does not begin with one. Inside a " +
      "quoted cell a quote is written twice.",
    example: 'Name\n"Anna',
  },
  "csv-too-many-columns": {
    title: "Too many columns",
    explanation: "A table has at most 500 columns.",
    example: "a header of 501 names",
  },
  "csv-too-many-rows": {
    title: "Too many members",
    explanation: "A batch has a largest number of members; more of them need several batches.",
    example: "a file with more rows than a batch has members",
  },
  "csv-header-empty": {
    title: "A column without a name",
    explanation: "Templates refer to columns by name, so each needs one.",
    example: "UserPrincipalName,,Name",
  },
  "csv-header-too-long": {
    title: "A column's name is too long",
    explanation: "No template could refer to a column of this name.",
    example: "a name of 300 characters",
  },
  "csv-header-duplicate": {
    title: "Two columns with one name",
    explanation: "A template that names the column could mean either.",
    example: "UserPrincipalName,Name,Name",
  },
  "csv-header-reserved": {
    title: "A reserved column name",
    explanation: "The name belongs to a special variable, or leads programs astray.",
    example: "UserPrincipalName,_batch_id",
  },
  "csv-key-column-missing": {
    title: "The primary key's column is missing",
    explanation: "Without the column that the runbook names as primary_key no row has a member.",
    example: "Name\nAnna",
  },
  "csv-column-missing": {
    title: "A column is missing",
    explanation: "A step of the runbook uses this column, and the table does not have it.",
    example: "UserPrincipalName\nanna@contoso.com",
  },
  "csv-ragged-row": {
    title: "A row of another length",
    explanation:
      "The row has more or fewer cells than the header, so some of them would land in the wrong " +
      "column.",
    example: "UserPrincipalName,Name\nanna@contoso.com",
  },
  "csv-cell-too-long": {
    title: "A cell is too long",
    explanation: "A cell has at most 32,768 characters.",
    example: "a cell of 40,000 characters",
  },
  "csv-key-empty": {
    title: "A row without a key",
    explanation: "The cell of the primary key is empty, so nobody can say whose row this is.",
    example: "UserPrincipalName,Name\n,Anna",
  },
  "csv-key-invalid": {
    title: "A key that cannot be used",
    explanation: "A key has at most 256 characters, and none that cannot be seen.",
    example: "a key with a line end inside",
  },
  "csv-key-duplicate": {
    title: "One member twice",
    explanation: "Two rows have the same key; blanks around it and letter case do not count.",
    example: "UserPrincipalName\nanna@contoso.com\nANNA@contoso.com",
  },
  "csv-list-invalid": {
    title: "A list that cannot be read",
    explanation:
      "The runbook says that this column holds several values; the cell is no such list.",
    example: 'UserPrincipalName,Groups\nanna@contoso.com,"[""a"""',
  },
};

export const isTableCode = (text: string): text is TableProblemCode =>
  Object.hasOwn(TABLE_CODES, text);
