/** Things that were meant to be temporary: notes to oneself, silenced rules, tests switched off. */

import ts from "typescript";
import { type Check, eachLine, type Finding, isOwnSample, type Source } from "./source.ts";
import { findingAt, nodesOf, parse } from "./tree.ts";

const UNFINISHED = /\b(?:TODO|FIXME|XXX|HACK|[Nn]ot implemented|[Ff]or now)\b/;

export const unfinished: Check = (source) => {
  if (isOwnSample(source.path)) return [];
  return eachLine(source, (line) => {
    const words = UNFINISHED.exec(line)?.[0];
    return words && `finish it or take it out: "${words}"`;
  });
};

const SUPPRESSION = /@ts-(?:ignore|nocheck|expect-error)|biome-ignore(?:-all|-start)?/;
const WITH_REASON = /(?:@ts-[a-z-]+|biome-ignore[a-z-]* [\w/]+):? +\w\S* +\w/;

export const suppressions: Check = (source) => {
  if (isOwnSample(source.path)) return [];
  return eachLine(source, (line) => {
    const directive = SUPPRESSION.exec(line)?.[0];
    if (directive === undefined || WITH_REASON.test(line)) return undefined;
    return `give the reason on the same line, or remove the ${directive}`;
  });
};

const OFF = /^(?:(?:describe|test|it)(?:\.\w+)*\.(?:skip|todo)|x(?:describe|test|it))$/;
const FOCUSED = /^(?:(?:describe|test|it)(?:\.\w+)*\.only|f(?:describe|test|it))$/;
const REASON = /\bskipped(?::|,| because| when| unless| where) ?\S+/;

/** A test that is switched off says why beside it, in its title or in a comment. */
const hasReason = (source: Source, line: number): boolean =>
  REASON.test(
    source.text
      .split("\n")
      .slice(Math.max(0, line - 2), line + 1)
      .join("\n"),
  );

export const switchedOff: Check = (source) => {
  if (!/^test\/.+\.ts$/.test(source.path)) return [];
  return [...nodesOf(parse(source))].flatMap((node): readonly Finding[] => {
    if (!ts.isPropertyAccessExpression(node) && !ts.isIdentifier(node)) return [];
    const name = node.getText();
    if (FOCUSED.test(name))
      return [findingAt(source, node, `take out ${name}: it hides the others`)];
    if (!OFF.test(name)) return [];
    const off = findingAt(source, node, `say why beside ${name}: "skipped: reason"`);
    return hasReason(source, off.line) ? [] : [off];
  });
};
