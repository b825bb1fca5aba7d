/** Documents hold together: one title each, and every relative link leads to a file and, if it
 *  names one, to a heading in it. Addresses on the network are not followed. */

import { posix } from "node:path";
import type { Finding, Source } from "./source.ts";

type Line = { readonly text: string; readonly number: number };

/** The prose of a document: fenced code is blanked, inline code is taken out of links' way. */
const prose = (text: string): readonly Line[] => {
  let fence: string | undefined;
  return text.split("\n").flatMap((line, index): readonly Line[] => {
    const mark = /^\s*(?<mark>`{3,}|~{3,})/.exec(line)?.groups?.["mark"];
    if (fence !== undefined) {
      if (mark?.startsWith(fence)) fence = undefined;
      return [];
    }
    if (mark !== undefined) {
      fence = mark;
      return [];
    }
    return [{ text: line, number: index + 1 }];
  });
};

export const titles = ({ path, text }: Source): readonly Finding[] => {
  const found = prose(text).filter((line) => /^# \S/.test(line.text));
  if (found.length === 1) return [];
  const advice = `write one "# Title": ${found.length} found`;
  return [{ path, line: found[1]?.number ?? 1, advice }];
};

/** The anchor a heading gets: its words in lower case, joined by hyphens; repeats are counted. */
const slug = (heading: string): string =>
  heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}\p{Mark}\s_-]/gu, "")
    .trim()
    .replace(/\s/g, "-");

const anchorsOf = (text: string): ReadonlySet<string> => {
  const counts = new Map<string, number>();
  const anchors = new Set<string>();
  for (const line of prose(text)) {
    for (const [, id] of line.text.matchAll(/<a (?:id|name)="([^"]+)"/g)) anchors.add(id ?? "");
    const heading = /^#{1,6} +(?<words>.+?) *#*$/.exec(line.text)?.groups?.["words"];
    if (heading === undefined) continue;
    const base = slug(heading);
    const seen = counts.get(base) ?? 0;
    counts.set(base, seen + 1);
    anchors.add(seen === 0 ? base : `${base}-${seen}`);
  }
  return anchors;
};

const LINK = /\]\(\s*<?(?<inline>[^)\s>]+)>?(?:\s+"[^"]*")?\s*\)|^\[[^\]]+\]:\s+(?<listed>\S+)/g;

const targetsOf = (line: Line): readonly string[] =>
  [...line.text.replace(/`[^`]*`/g, "").matchAll(LINK)].flatMap(({ groups }) => {
    const target = groups?.["inline"] ?? groups?.["listed"];
    return target === undefined || /^(?:[a-z][a-z+.-]*:|\/\/)/i.test(target) ? [] : [target];
  });

/** Why a link leads nowhere, or undefined when it leads somewhere. */
const broken = (
  from: string,
  target: string,
  files: ReadonlyMap<string, Source | undefined>,
): string | undefined => {
  const [file = "", anchor] = target.split("#");
  const joined = posix.join(posix.dirname(from), decodeURIComponent(file));
  const path = file === "" ? from : joined.replace(/\/$/, "");
  const known = files.has(path) || [...files.keys()].some((each) => each.startsWith(`${path}/`));
  if (path !== "." && !known) return `there is no ${path}`;
  const document = files.get(path);
  if (anchor === undefined || document === undefined || !path.endsWith(".md")) return undefined;
  return anchorsOf(document.text).has(anchor) ? undefined : `${path} has no heading #${anchor}`;
};

export const links = (
  { path, text }: Source,
  files: ReadonlyMap<string, Source | undefined>,
): readonly Finding[] =>
  prose(text).flatMap((line) =>
    targetsOf(line).flatMap((target): readonly Finding[] => {
      const reason = broken(path, target, files);
      if (reason === undefined) return [];
      return [{ path, line: line.number, advice: `mend the link ${target}: ${reason}` }];
    }),
  );
