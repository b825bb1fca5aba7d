/** The page on policies: what other rule sets ask of such an estate and who of ours sees to it,
 *  then every rule of the pack with its sentence, and what each stack changes about it.
 *  Levels and reasons come from the files that the stacks themselves are judged by. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { RULES } from "../../policies/all-rules.ts";
import { COMPARED, type Enforcement, OURS, type Row } from "../../policies/rules.ts";
import { code, page, section, table } from "./markdown.ts";

type Rule = (typeof RULES)[number];

const FOLDER = fileURLToPath(new URL("../../policies/", import.meta.url));
const STACKS = ["dev", "prod"] as const;

const Settings = z.looseObject({
  enforcementLevel: z.string().optional(),
  reason: z.string().optional(),
});
const StackFile = z
  .object({
    exceptions: z
      .record(z.string(), z.object({ policies: z.array(z.string()), reason: z.string() }))
      .default({}),
  })
  .catchall(Settings);

const fileOf = (stack: string): z.infer<typeof StackFile> =>
  StackFile.parse(JSON.parse(readFileSync(`${FOLDER}${stack}.json`, "utf8")));

/** By the name of the rule, the file it stands in: one file each. */
const filesOfRules = (): ReadonlyMap<string, string> =>
  new Map(
    readdirSync(FOLDER, { recursive: true, encoding: "utf8" })
      .map((path) => path.replaceAll("\\", "/"))
      .filter((path) => /^[a-z-]+\/.+\.ts$/.test(path))
      .flatMap((path) => {
        const [, name] =
          /^ {2}name: "([a-z0-9-]+)",$/m.exec(readFileSync(FOLDER + path, "utf8")) ?? [];
        return name === undefined ? [] : [[name, path] as const];
      }),
  );

const known = <Value>(value: Value | undefined, what: string): Value => {
  if (value === undefined) throw new Error(`the pack has no ${what}`);
  return value;
};

const ruleLink = (name: string): string => `[${code(name)}](#${name})`;

const idsOf = (ids: readonly string[]): string => (ids.length === 0 ? "–" : ids.join(", "));

function enforcedText(enforced: Enforcement): string {
  switch (enforced.by) {
    case "policy":
      return enforced.rules.map(ruleLink).join(", ");
    case "test":
      return `the test [${code(enforced.file)}](../../${enforced.file})`;
    case "nobody":
      return `nobody: ${enforced.why}`;
  }
}

const counterpartsOf = (enforced: Enforcement): readonly string[] =>
  enforced.by === "policy"
    ? enforced.rules.flatMap((name) => RULES.find((rule) => rule.name === name)?.tags ?? [])
    : enforced.counterparts;

const demandRow = ({ demand, enforced }: Row, index: number): readonly string[] => [
  String(index + 1),
  demand,
  enforced.map(enforcedText).join("; "),
  idsOf([...new Set(enforced.flatMap(counterpartsOf))]),
];

const demands = (rows: readonly Row[]): string =>
  table(["#", "Asked", "Enforced by", "Counterparts"], rows.map(demandRow));

/** What a stack changes about a rule; a rule that is not named keeps its own level. */
function inStack(stack: string, name: string): string {
  const settings = fileOf(stack)[name];
  if (settings === undefined) return "as it is";
  const { enforcementLevel, reason, ...values } = Settings.parse(settings);
  const said = Object.entries(values).map(([key, value]) => `${key} ${JSON.stringify(value)}`);
  const what = [...(enforcementLevel === undefined ? [] : [enforcementLevel]), ...said].join(", ");
  return reason === undefined ? what : `${what}: ${reason}`;
}

const levelOf = (rule: Rule): string => rule.enforcementLevel ?? "mandatory";

function ruleRow(rule: Rule, files: ReadonlyMap<string, string>): readonly string[] {
  const { name, description, severity, tags } = rule;
  const file = known(files.get(name), `file for ${name}`);
  return [
    `<a id="${name}"></a>[${code(name)}](../../policies/${file})`,
    description,
    known(severity, `severity for ${name}`),
    levelOf(rule),
    "validateStack" in rule ? "the whole plan" : "each resource",
    ...STACKS.map((stack) => inStack(stack, name)),
    idsOf(tags ?? []),
  ];
}

const rulesSection = (): string => {
  const files = filesOfRules();
  return section("rules", "Rules", [
    "`mandatory` refuses; `remediate` mends what it can before that. Severity says how bad it " +
      "would be.",
    table(
      ["Rule", "Sentence", "Severity", "Level", "Judges", ...STACKS, "Counterparts"],
      RULES.toSorted((a, b) => (a.name < b.name ? -1 : 1)).map((rule) => ruleRow(rule, files)),
    ),
  ]);
};

function exceptionsSection(): string {
  const rows = STACKS.flatMap((stack) =>
    Object.entries(fileOf(stack).exceptions).map(([name, { policies, reason }]) => [
      stack,
      code(name),
      policies.map(ruleLink).join(", "),
      reason,
    ]),
  );
  return section("exceptions", "Exceptions", [
    "Single resources that a rule leaves out. Production has none; a test sees to that.",
    rows.length === 0 ? "None." : table(["Stack", "Name", "Rules", "Because"], rows),
  ]);
}

const MADE = {
  from: "the policy pack",
  remark:
    "A rule judges what is planned, before anything exists; " +
    "`npm run -s preview -- --stack prod` tells its verdict on the estate as it stands.",
} as const;

export const policiesPage = (): string =>
  page(
    "Policies",
    `The ${RULES.length} rules that every plan is judged by, beside what PSRule for Azure and ` +
      "Checkov ask.",
    [
      section("compared", "What others ask too", [demands(COMPARED)]),
      section("ours", "What only we ask", [demands(OURS)]),
      rulesSection(),
      exceptionsSection(),
    ],
    MADE,
  );
