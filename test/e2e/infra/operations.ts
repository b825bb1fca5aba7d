/** What is done with a stack, and what came of it: the CLI's words, and its events, which say of each
 *  resource what was planned for it and of each rule what it found. */
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import type { Place } from "./place.ts";
import { eventsIn, type FoundCli, pulumi, type Ran } from "./pulumi-cli.ts";

export type Cli = Extract<FoundCli, { kind: "found" }>;

const Event = z.object({
  resourcePreEvent: z
    .object({
      metadata: z.object({
        op: z.string(),
        urn: z.string(),
        type: z.string(),
        diffs: z.array(z.string()).nullish(),
        detailedDiff: z.record(z.string(), z.unknown()).nullish(),
      }),
    })
    .optional(),
  policyEvent: z
    .object({
      resourceUrn: z.string().default(""),
      message: z.string(),
      policyName: z.string(),
      enforcementLevel: z.string(),
    })
    .optional(),
});

export type Step = {
  readonly op: string;
  readonly urn: string;
  readonly type: string;
  /** The properties that differ, as narrow as the provider can say. */
  readonly changed: readonly string[];
};

export type Judgement = {
  readonly policy: string;
  readonly urn: string;
  readonly level: string;
  readonly message: string;
};

export type Done = Ran & {
  readonly steps: readonly Step[];
  readonly judgements: readonly Judgement[];
};

async function doneBy(ran: Ran, log: string): Promise<Done> {
  const events = (await eventsIn(log)).map((event) => Event.parse(event));
  const steps = events.flatMap(({ resourcePreEvent: event }): readonly Step[] => {
    if (event === undefined) return [];
    const { op, urn, type, diffs, detailedDiff } = event.metadata;
    return [
      {
        op,
        urn,
        type,
        changed: Object.keys(detailedDiff ?? {}).concat(detailedDiff ? [] : (diffs ?? [])),
      },
    ];
  });
  const judgements = events.flatMap(({ policyEvent: event }): readonly Judgement[] => {
    if (event === undefined) return [];
    const { policyName, resourceUrn, enforcementLevel, message } = event;
    return [{ policy: policyName, urn: resourceUrn, level: enforcementLevel, message }];
  });
  return { ...ran, steps, judgements };
}

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

const Levels = z.looseObject({
  exceptions: z.record(z.string(), z.object({ policies: z.array(z.string()) })).optional(),
});

/** A CLI that is older than exceptions takes their key for a rule and stops. It gets the rules they
 *  are from as advice, so that everything else of the file is still tried. */
async function levelsFor(cli: Cli, place: Place, name: string): Promise<string> {
  const own = `policies/${name}.json`;
  const { exceptions, ...rules } = Levels.parse(
    JSON.parse(await readFile(path.join(place.root, own), "utf8")),
  );
  const help = await pulumi(place, cli.folders, ["policy", "exception", "--help"]);
  if (exceptions === undefined || /policy exceptions?\b/.test(help.said)) return own;
  const lowered = Object.values(exceptions).flatMap(({ policies }) => policies);
  const levels = { ...rules, ...Object.fromEntries(lowered.map((rule) => [rule, "advisory"])) };
  const other = `policies/${name}-without-exceptions.json`;
  await writeFile(path.join(place.root, other), JSON.stringify(levels));
  return other;
}

/** A stack whose config is the copy's own file. */
export async function initStack(cli: Cli, place: Place, name: string): Promise<Stack> {
  const { code, said } = await pulumi(place, cli.folders, ["stack", "init", name]);
  if (code !== 0) throw new Error(said);
  return { cli, place, name, levels: await levelsFor(cli, place, name) };
}

export const unprotectAll = ({ cli, place, name }: Stack): Promise<Ran> =>
  pulumi(place, cli.folders, ["state", "unprotect", "--all", "--yes", "--stack", name]);

/** What is in the program or made by it; the stack itself and its default providers are Pulumi's. */
export const isOurs = ({ type, urn }: { readonly type: string; readonly urn: string }): boolean =>
  type !== "pulumi:pulumi:Stack" && !/::pulumi:providers:[^:]+::default[^:]*$/.test(urn);

/** `same` and `read` change nothing. */
export const changes = ({ steps }: Done): readonly Step[] =>
  steps.filter((step) => isOurs(step) && !["same", "read"].includes(step.op));
