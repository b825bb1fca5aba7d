/** A runbook as a file holds it. What is wrong with the bytes themselves (too many, not UTF-8
 *  text) is a problem of the file like any other, so every reader of problems sees it. */
import { isUtf8 } from "node:buffer";
import { LIMITS } from "../contract/limits.ts";
import { type CheckOptions, checkRunbook, type RunbookCheck } from "./check-runbook.ts";
import { type ProblemCode, severityOf } from "./codes.ts";

export type BytesCheck = RunbookCheck & {
  /** What the bytes say, with a mark for each that says nothing. */
  readonly text: string;
};

const LINE_FEED = 0x0a;
const SAVE = "Save it as UTF-8, or check that this is the file you meant.";

/** `bytes` may end early once there are more than a runbook has. */
export function checkRunbookBytes(
  { file, bytes }: { readonly file: string; readonly bytes: Uint8Array },
  options: CheckOptions,
): BytesCheck {
  const text = new TextDecoder().decode(bytes);
  const refuse = (code: ProblemCode, line: number, message: string, hint: string): BytesCheck => {
    const problem = { file, line, col: 1, code, severity: severityOf(code), message, hint };
    return { text, problems: [problem], runbook: null };
  };
  if (bytes.length > LIMITS.runbookBytes) {
    const message = `more than ${LIMITS.runbookBytes} bytes, which is the most a runbook has`;
    return refuse("E1001", 1, message, "Split it into several runbooks.");
  }
  if (isUtf16(bytes)) return refuse("E1009", 1, "the file is UTF-16, not UTF-8", SAVE);
  if (bytes.includes(0)) {
    const line = lineOf(bytes, bytes.indexOf(0));
    return refuse("E1009", line, "the file holds a NUL, so it is no text", SAVE);
  }
  const broken = brokenLine(bytes);
  if (broken === null) return { text, ...checkRunbook({ file, text }, options) };
  return refuse("E1009", broken, "this line is not UTF-8 text", SAVE);
}

const isUtf16 = ([first, second]: Uint8Array): boolean =>
  (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);

const lineOf = (bytes: Uint8Array, at: number): number =>
  bytes.subarray(0, at).reduce((lines, byte) => (byte === LINE_FEED ? lines + 1 : lines), 1);

/** No character reaches over a line feed, so each line is UTF-8 text by itself or is not. */
function brokenLine(bytes: Uint8Array): number | null {
  if (isUtf8(bytes)) return null;
  let line = 1;
  for (let from = 0; from <= bytes.length; line += 1) {
    const feed = bytes.indexOf(LINE_FEED, from);
    const to = feed === -1 ? bytes.length : feed;
    if (!isUtf8(bytes.subarray(from, to))) return line;
    from = to + 1;
  }
  return line;
}
