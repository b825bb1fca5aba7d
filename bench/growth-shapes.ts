/** For each reader of outside text, the shapes of input that would hurt a careless reader, made
 *  to any size up to the reader's named limit. */
import { LIMITS } from "../runtime/contract/limits.ts";
import { readEvent } from "../runtime/contract/messages/read-event.ts";
import { workerResult } from "../runtime/contract/messages/worker-result.ts";
import { readMembers } from "../runtime/csv/read-members.ts";
import { parseDurationSec } from "../runtime/domain/duration.ts";
import { parseOffsetMinutes } from "../runtime/domain/offset.ts";
import { parseTemplate } from "../runtime/domain/template.ts";
import { checkRunbook } from "../runtime/runbook/check-runbook.ts";

export type GrowthShape = {
  readonly reader: string;
  readonly shape: string;
  /** The size at which the reader's limit stands, or a large one where short text is the rule. */
  readonly charsMax: number;
  readonly make: (chars: number) => string;
  readonly read: (text: string) => unknown;
};

const filled = (unit: string, before = "", after = "") => {
  return (chars: number): string => {
    const room = Math.max(0, chars - before.length - after.length);
    return before + unit.repeat(Math.floor(room / unit.length)) + after;
  };
};

const HEAD =
  "name: a\ndata_source: {type: csv, primary_key: k}\nphases:\n  - name: p\n    offset: T-0\n";
const STEP = "      - {name: s, worker_id: w, function: Do-It, params: {A: '{{k}}'}}\n";

const runbook = (shape: string, make: (chars: number) => string): GrowthShape => ({
  reader: "runbook",
  shape,
  charsMax: LIMITS.runbookBytes,
  make,
  read: (text) => checkRunbook({ file: "f", text }, { strict: false }),
});
const template = (shape: string, unit: string): GrowthShape => ({
  reader: "template",
  shape,
  charsMax: LIMITS.templateChars,
  make: filled(unit),
  read: parseTemplate,
});
/** The largest table takes seconds; an eighth of the limit shows the same growth. */
const CSV_CHARS = LIMITS.csvBytes / 8;
const table = (shape: string, make: (chars: number) => string): GrowthShape => ({
  reader: "member table",
  shape,
  charsMax: CSV_CHARS,
  make,
  read: (text) => readMembers(text, { primaryKey: "key", requiredColumns: [] }),
});
const message = (shape: string, make: (chars: number) => string): GrowthShape => ({
  reader: "message",
  shape,
  charsMax: LIMITS.messageBytes,
  make,
  read: (text) => [readEvent("phase-due", text), workerResult.read(text)],
});

const keyedRows = (chars: number): string => {
  const lines = ["key,name"];
  for (let size = 0, row = 0; size < chars; row += 1) {
    const line = `member-${row},Somebody`;
    lines.push(line);
    size += line.length + 1;
  }
  return lines.join("\n");
};

export const GROWTH_SHAPES: readonly GrowthShape[] = [
  runbook("many steps", filled(STEP, `${HEAD}    steps:\n`)),
  runbook("nested lists", filled("[")),
  runbook("nested mappings", filled("{a: ")),
  runbook("one long text", filled("x", 'name: "', '"\n')),
  runbook("escapes", filled("\\u0041", 'name: "', '"\n')),
  runbook("many keys", filled("a: 1\n")),
  runbook("many unknown variables", filled("{{q}} ", `${HEAD}    steps: [{name: "`, '"}]\n')),
  runbook("dashes", filled("- ")),
  runbook("comments", filled("# a\n", "", HEAD)),
  template("variables", "{{x}}"),
  template("never closed", "{{x} "),
  template("opening braces", "{"),
  table("rows", keyedRows),
  table("one quoted cell", filled("x,", 'key,name\na,"', '"\n')),
  table("quotes", filled('"', "key\n")),
  table("one line of commas", filled(",")),
  message("nested lists", filled("[")),
  message("member ids", filled("1,", '{"batchId":1,"memberIds":[', "1]}")),
  message("one long text", filled("x", '{"result":"', '"}')),
  message("many fields", filled('"a":1,', "{", '"b":1}')),
  {
    reader: "duration",
    shape: "digits",
    charsMax: LIMITS.runbookBytes,
    make: filled("9", "", "d"),
    read: parseDurationSec,
  },
  {
    reader: "offset",
    shape: "digits",
    charsMax: LIMITS.runbookBytes,
    make: filled("9", "T-", "d"),
    read: parseOffsetMinutes,
  },
];
