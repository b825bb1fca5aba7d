/** Runbook files: the shipped and the fixture runbooks, edited, shuffled and broken. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { LIMITS } from "../../../runtime/contract/limits.ts";
import { checkRunbook } from "../../../runtime/runbook/check-runbook.ts";
import { printProblems } from "../../../runtime/runbook/print-problems.ts";
import { nearMisses, noise } from "../near-misses.ts";
import type { FuzzTarget } from "../target.ts";

/** Problems of the text as YAML have codes below this; later ones are about the runbook. */
const FIRST_CODE_PAST_YAML = "E2000";
/** The longest files only make each input slower; what they contain stands in shorter ones. */
const CHARS_MAX = 2_500;

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const texts = ["../../../runbooks/", "../../fixtures/runbooks/valid/"]
  .flatMap((path) => readdirSync(folder(path)).map((name) => `${folder(path)}${name}`))
  .filter((file) => file.endsWith(".yaml"))
  .map((file) => readFileSync(file, "utf8"))
  .filter((text) => text.length <= CHARS_MAX);

const lineShuffles = fc
  .tuple(fc.constantFrom(...texts), fc.nat(), fc.nat())
  .map(([text, from, to]) => {
    const lines = text.split("\n");
    const [moved = ""] = lines.splice(from % lines.length, 1);
    lines.splice(to % (lines.length + 1), 0, moved);
    return lines.join("\n");
  });

export const runbooks: FuzzTarget = {
  name: "runbooks",
  inputs: fc.oneof(
    { weight: 6, arbitrary: nearMisses(fc.constantFrom(...texts), 2) },
    { weight: 3, arbitrary: lineShuffles },
    { weight: 1, arbitrary: noise },
  ),
  read: (text) => {
    const { problems, runbook } = checkRunbook({ file: "f.yaml", text }, { strict: false });
    const errors = problems.filter((problem) => problem.severity === "error");
    if ((runbook === null) !== errors.length > 0) throw new Error("verdict and problems disagree");
    if (problems.length > LIMITS.problemsPerFile) throw new Error("too many problems");
    if (problems.some(({ line, col }) => line < 1 || col < 1)) throw new Error("no such place");
    printProblems("text", [{ file: "f.yaml", text, problems }], { color: false });
    const firstParser = errors.some(({ code }) => code < FIRST_CODE_PAST_YAML);
    return firstParser ? "refused" : "past";
  },
};
