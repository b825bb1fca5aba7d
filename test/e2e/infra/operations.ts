/** What can be done with a stack, each with the repository's own pack where it is judged. */
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { type Done, doneBy } from "./done.ts";
import type { Place } from "./place.ts";
import { type FoundCli, pulumi, type Ran } from "./pulumi-cli.ts";
import { stackOf } from "./stack-of.ts";

export type Cli = Extract<FoundCli, { kind: "found" }>;

export type Stack = {
  readonly cli: Cli;
  readonly place: Place;
  readonly name: string;
  /** Where the levels of the rules are said, from the copy's root. */
  readonly levels: string;
};

let count = 0;

/** `refresh` and `destroy` judge nothing; the others judge with the repository's own pack. */
export async function operate(
  { cli, place, name, levels }: Stack,
  words: readonly string[],
): Promise<Done> {
  count += 1;
  const log = path.join(place.home, `events-${count}.jsonl`);
  const judged = words[0] === "preview" || words[0] === "up";
  const pack = ["--policy-pack", "policies", "--policy-pack-config", levels];
  const ran = await pulumi(place, cli.folders, [
    ...words,
    "--stack",
    name,
    "--event-log",
    log,
    ...(judged ? pack : []),
  ]);
  return doneBy(ran, log);
}

/** As the deployment does: the levels of the stack, with what is exempt from a rule. */
async function levelsFor(place: Place, name: string): Promise<string> {
  const file = `policies/${name}-levels.json`;
  const { policies } = await stackOf(place.root, name);
  await writeFile(path.join(place.root, file), JSON.stringify(policies));
  return file;
}

/** A stack whose config is the copy's own file. */
export async function initStack(cli: Cli, place: Place, name: string): Promise<Stack> {
  const { code, said } = await pulumi(place, cli.folders, ["stack", "init", name]);
  if (code !== 0) throw new Error(said);
  return { cli, place, name, levels: await levelsFor(place, name) };
}

export const unprotectAll = ({ cli, place, name }: Stack): Promise<Ran> =>
  pulumi(place, cli.folders, ["state", "unprotect", "--all", "--yes", "--stack", name]);
