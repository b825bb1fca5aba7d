/** Names that say nothing, and second words for things that have one. */

import ts from "typescript";
import { type Check, type Finding, isCode } from "./source.ts";
import { findingAt, nodesOf, parse } from "./tree.ts";

const EMPTY_NAMES = /^(?:utils?|helpers?|common|misc|types|index)$/;

/** Pulumi looks for its program and its policy pack under these names. */
const NAMED_BY_PULUMI = ["infra/index.ts", "policies/index.js"];

export const fileName: Check = ({ path }) => {
  const stem = path.slice(path.lastIndexOf("/") + 1).split(".")[0] ?? "";
  if (!isCode(path) || !EMPTY_NAMES.test(stem) || NAMED_BY_PULUMI.includes(path)) return [];
  return [{ path, line: 1, advice: `name the file for its job: "${stem}" could hold anything` }];
};

const SPEAKS_DOMAIN = /^runtime\/(?:domain|engine|scheduler|orchestrator|store)\//;

/** camelCase, PascalCase, snake_case and UPPER_CASE names as lower-case words. */
const wordsOf = (name: string): string =>
  ` ${name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/[_$]+/g, " ")
    .toLowerCase()} `;

const SYNONYM = / (?<word>tasks?|stages?|job runs?) /;

export const synonyms: Check = (source) => {
  if (!SPEAKS_DOMAIN.test(source.path) || !isCode(source.path)) return [];
  return [...nodesOf(parse(source))].flatMap((node): readonly Finding[] => {
    if (!ts.isIdentifier(node)) return [];
    const word = SYNONYM.exec(wordsOf(node.text))?.groups?.["word"];
    if (word === undefined) return [];
    const advice = `"${node.text}": say step, phase or job, not "${word}"`;
    return [findingAt(source, node, advice)];
  });
};
