/** Nothing in the repository knows the machine it was written on or where packages came from. */

import { type Check, eachLine, isOwnSample } from "./source.ts";

/** App Service mounts /home in every site: that path is the platform's, not a person's. */
const MACHINE_PATH = /(?<![\w.~*}$)>/-])\/(?:work|root|Users|home(?!\/site\b))\/\w/;

const REGISTRIES = [
  /\bregistry\.(?:npmjs|yarnpkg|npmmirror)\.\w+/,
  /\bnpm\.pkg\.github\.com\b/,
  /\b[\w-]+\.jfrog\.io\b/,
  /^\s*(?:@\w+:)?registry\s*=/,
];

const RESOLVED = /^\s*"resolved":/;

const adviceFor = (path: string, line: string): string | undefined => {
  const machine = MACHINE_PATH.exec(line)?.[0];
  if (machine !== undefined) return `make the path relative: "${machine}" is on one machine`;
  if (REGISTRIES.some((registry) => registry.test(line)))
    return "take out the registry: an install finds its own";
  if (path.endsWith("package-lock.json") && RESOLVED.test(line)) {
    return "write the lockfile without download addresses, as .npmrc asks";
  }
  return undefined;
};

export const machine: Check = (source) =>
  isOwnSample(source.path) ? [] : eachLine(source, (line) => adviceFor(source.path, line));
