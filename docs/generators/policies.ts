/** The page on policies: what other rule sets ask of such an estate and who of ours sees to it,
 *  then every rule of the pack with its sentence, and what is changed about it where.
 *  Levels and reasons come from the files that the stacks themselves are judged by. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { RULES } from "../../policies/all-rules.ts";
import { COMPARED, type Enforcement, OURS, type Row } from "../../policies/rules.ts";
import { code, page, section, table } from "./markdown.ts";

type Rule = (typeof RULES)[number];

const FOLDER = fileURLToPath(new URL("../../policies/", import.meta.url));

const Settings = z.looseObject({
  enforcementLevel: z.string().optional(),
  reason: z.string().optional(),
  exempt: z.record(z.string(), z.string()).default({}),
});
type Settings = z.infer<typeof Settings>;
const LevelFile = z.record(z.string(), Settings);

/** Where less or more is asked of a rule: in stacks with a value, or in one stack. */
type Where = { readonly where: string; readonly rules: Readonly<Record<string, Settings>> };

const levelsIn = (folder: string, nameOf: (file: string) => string): readonly Where[] =>
  readdirSync(FOLDER + folder)
    .filter((file) => file.endsWith(".json") && file !== "package.json")
    .toSorted()
    .map((file) => ({
      where: nameOf(file.replace(".json", "")),
      rules: LevelFile.parse(JSON.parse(readFileSync(`${FOLDER}${folder}${file}`, "utf8"))),
    }));

const PLACES: readonly Where[] = [
  ...levelsIn("levels/", (name) => name.replace("-", ": ")),
  ...levelsIn("", (name) => `the stack ${name}`),
];

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

function changedIn({ where, rules }: Where, name: string): readonly string[] {
  const settings = rules[name];
  if (settings === undefined) return [];
  const { enforcementLevel, reason, exempt, ...values } = settings;
  const said = Object.entries(values).map(([key, value]) => `${key} ${JSON.stringify(value)}`);
  const spared = Object.keys(exempt).map((resource) => `all but ${code(resource)}`);
  const what = [...(enforcementLevel === undefined ? [] : [enforcementLevel]), ...said, ...spared];
  // A reason begins with the value that it follows from, which stands here already.
  const why = reason?.replace(`${where}. `, "");
  return [`${code(where)}: ${what.join(", ")}${why === undefined ? "" : `. ${why}`}`];
}

/** What stacks change about a rule; one that is named nowhere keeps its own level everywhere. */
const changed = (name: string): string =>
  PLACES.flatMap((place) => changedIn(place, name)).join("<br>") || "–";

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
    changed(name),
    idsOf(tags ?? []),
  ];
}

const rulesSection = (): string => {
  const files = filesOfRules();
  return section("rules", "Rules", [
    "`mandatory` refuses; `remediate` mends what it can before that. Severity says how bad it " +
      "would be. Levels follow from the values of a stack's file, so a new stack needs no other.",
    table(
      ["Rule", "Sentence", "Severity", "Level", "Judges", "Changed where", "Counterparts"],
      RULES.toSorted((a, b) => (a.name < b.name ? -1 : 1)).map((rule) => ruleRow(rule, files)),
    ),
  ]);
};

function exemptionsSection(): string {
  const rows = PLACES.flatMap(({ where, rules }) =>
    Object.entries(rules).flatMap(([rule, { exempt }]) =>
      Object.entries(exempt).map(([resource, reason]) => [
        code(where),
        code(resource),
        ruleLink(rule),
        reason.replace(`${where}. `, ""),
      ]),
    ),
  );
  return section("exemptions", "Exemptions", [
    "Single resources that a rule leaves out, and stays in force for all others. Production has " +
      "none; a test sees to that.",
    rows.length === 0 ? "None." : table(["Where", "Resource", "Rule", "Because"], rows),
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
      exemptionsSection(),
    ],
    MADE,
  );
