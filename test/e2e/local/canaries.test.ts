/** Canaries in every credential, parameter and result of a local host that runs as a process; its
 *  tenant quotes what it is sent whenever it refuses. None shows anywhere. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { SETTINGS } from "../../../runtime/contract/blueprint/settings/settings.ts";
import { workerLoopSettings } from "../../../runtime/contract/blueprint/settings/worker.ts";
import { devToken } from "../api/client.ts";
import { databasePlaces, filePlaces, messageProperties } from "./canaries/database-places.ts";
import { finderOf } from "./canaries/forms.ts";
import { cliPlaces, httpPlaces, markedPlaces, type Place, tokenFor } from "./canaries/places.ts";
import { canary, LEAKING, PLANTED, plainCanary, plant, SHORT_TOLD } from "./canaries/plant.ts";
import { type MarkedPlants, plantMarked } from "./canaries/plant-marked.ts";
import { rowsIn, until } from "./database.ts";
import { type Local, startLocal, stop } from "./local-process.ts";

/** What `quoting-tenant.ts` writes for every refusal that quotes; loading it would change fetch. */
const QUOTED = "a refusal that quotes";
const QUOTING = fileURLToPath(new URL("canaries/quoting-tenant.ts", import.meta.url));
/** But for those that a local worker reads: with a text in them it does not start. */
const SETTING_NAMES = [
  ...new Set(Object.values(SETTINGS).flatMap(({ shape }) => Object.keys(shape))),
].filter((name) => !Object.hasOwn(workerLoopSettings.shape, name));
/** Truths, words of a list, GUIDs, countries and domains: nothing else goes in there. */
const NO_FREE_TEXT = [
  "AccountEnabled",
  "ArchiveGuid",
  "ExchangeGuid",
  "ExpectEmpty",
  "ExpectMember",
  "MultiValues",
  "RemoteHost",
  "TargetDeliveryDomain",
  "Until",
  "UsageLocation",
  "UserId",
];
/** Where members' own data has its place: their rows, the steps' parameters, bodies of jobs. */
const OF_MEMBERS = /^(?:member_rows\.data_json|execution_rows\.frozen_json|bus_journal\.records)$/;

/** And what a mark hands on: members' outputs, results on their way, what a rollback needs. */
const OF_MARKED = new RegExp(
  "^(?:member_rows\\.(?:data|worker_data)_json|execution_rows\\.(?:frozen|undo)_json|" +
    "bus_journal\\.records|job_ledger\\.result)$",
);
/** Views of members' rows; those of steps have marks instead. */
const MEMBER_VIEWS = /^(?:batch_members\.(?:data|worker_data)_json|runbook_.*\.data_json)$/;

let data: string;
let local: Local;
let runbooks: readonly string[];
let marked: MarkedPlants;
let quotes: number;
const credentials: string[] = [];
const parameters: string[] = [];
const results: string[] = [];
const shown: Place[] = [];

const over = (): boolean =>
  Number(
    rowsIn(data, "select count(*) n from batches where status in ('completed', 'failed')")[0]?.[
      "n"
    ],
  ) ===
  runbooks.length + marked.runbooks.length;

const batchesOf = (names: readonly string[]) =>
  rowsIn(data, "select id, runbook_name from batches order by id").flatMap((row) => {
    const name = String(row["runbook_name"]);
    return names.includes(name) ? [{ name, id: Number(row["id"]) }] : [];
  });

beforeAll(async () => {
  data = mkdtempSync(join(tmpdir(), "drover-canaries-"));
  const travelled = join(data, "travelled.jsonl");
  runbooks = plant(data);
  marked = plantMarked(data);
  parameters.push(...runbooks.flatMap((name) => [canary(name), plainCanary(name)]));
  results.push(
    ...SHORT_TOLD,
    `plain-${canary(`canary-${"Get-LeakingResult".toLowerCase()}`).slice(6)}`,
  );
  const settings = SETTING_NAMES.map((name) => [name, canary(`setting-${name}`)] as const);
  local = await startLocal(["--port", "0", "--data", data, "--speed", "1000"], {
    ...Object.fromEntries(settings),
    NODE_OPTIONS: `--import=${pathToFileURL(QUOTING).href}`,
    CANARY_FILE: travelled,
  });
  await until("all batches are over", over);
  const reader = await tokenFor(local, data, "Reader");
  const admin = await tokenFor(local, data, "Admin");
  const ids = runbooks.map((_, at) => at + 1);
  for (const token of [admin, reader]) {
    shown.push(...(await httpPlaces(local, token, ids, runbooks[0] ?? "")));
  }
  const ofMarked = batchesOf(marked.runbooks);
  for (const each of ofMarked) shown.push(...(await markedPlaces(local, reader, each)));
  const telling = ofMarked.filter(({ name }) => marked.telling.includes(name)).map(({ id }) => id);
  shown.push(...(await httpPlaces(local, admin, telling, marked.telling[0] ?? "")));
  const some = runbooks.flatMap((name, at) => (name.includes("leaking") ? [at + 1] : []));
  shown.push(...cliPlaces(data, [1, ...some, ...telling.slice(-3)]));
  const noted = existsSync(travelled) ? readFileSync(travelled, "utf8").trim().split("\n") : [];
  quotes = noted.filter((line) => line.includes(QUOTED)).length;
  const key = JSON.parse(readFileSync(join(data, "dev-key.json"), "utf8"));
  credentials.push(
    ...noted.filter((line) => !line.includes(QUOTED)).map((line) => JSON.parse(line)),
    ...["d", "p", "q"].map((part) => key[part]),
    ...[devToken(data).token, reader, admin],
    ...settings.map(([, value]) => value),
  );
}, 600_000);

afterAll(async () => {
  await stop(local, "SIGKILL");
  rmSync(data, { recursive: true, force: true });
});

function leaks(places: readonly Place[], canaries: readonly string[]): readonly string[] {
  const shownIn = finderOf(canaries);
  return places.flatMap(({ where, text }) => shownIn(text).map((leak) => `${where}: ${leak}`));
}

describe("canaries in a local host", () => {
  test("they are there: credentials travelled, parameters and results were used", () => {
    expect(quotes).toBeGreaterThan(10);
    expect(credentials.length).toBeGreaterThan(SETTING_NAMES.length + 9);
    expect(new Set(credentials).size).toBeGreaterThan(SETTING_NAMES.length + 8);
    const used = databasePlaces(data).filter(({ where }) => OF_MEMBERS.test(where));
    for (const each of parameters) {
      expect([each, used.some(({ text }) => text.includes(each))]).toEqual([each, true]);
    }
    expect(runbooks).toHaveLength(PLANTED.length + Object.keys(LEAKING).length);
    const bodies = shown.filter(({ where }) => where.startsWith("200 "));
    expect(bodies.length).toBeGreaterThan(500);
    expect(shown.some(({ text }) => text.includes("[secret]"))).toBe(true);
  });

  test("they are in every parameter that takes such a text", () => {
    const texts = PLANTED.flatMap(({ of: { manifest }, params }) =>
      Object.keys(Object(manifest.params["properties"])).map((name) => ({
        name: `${manifest.name} ${name}`,
        has: JSON.stringify(params[name] ?? null).includes("{{ApiKey}}"),
      })),
    );
    const having = new Set(texts.flatMap(({ name, has }) => (has ? [name] : [])));
    const without = texts.flatMap(({ name }) => (having.has(name) ? [] : [name.split(" ")[1]]));
    expect([...new Set(without)].toSorted()).toEqual(NO_FREE_TEXT);
  });

  test("I30: none shows in what any route, page or command tells an admin or a reader", () => {
    expect(leaks(shown, [...credentials, ...parameters, ...results])).toEqual([]);
  });

  test("I30: none shows in what the process prints", () => {
    const printed = [{ where: "printed", text: local.text() }];
    expect(leaks(printed, [...credentials, ...parameters, ...results])).toEqual([]);
  });

  test("I30: plain words that a runbook marks show nowhere, and were used", () => {
    const told = shown.filter(({ where }) => !where.includes("/local/tenant/"));
    const printed = { where: "printed", text: local.text() };
    expect(leaks([...told, printed], [...marked.given, ...marked.made])).toEqual([]);
    const used = databasePlaces(data).filter(({ where }) => where === "execution_rows.frozen_json");
    const unused = [...marked.given, ...marked.made].filter(
      (each) => leaks(used, [each])[0] == null,
    );
    expect(unused).toEqual([]);
    const ended = rowsIn(data, "select count(*) n from step_executions where status = 'succeeded'");
    expect(Number(ended[0]?.["n"])).toBeGreaterThan(3);
  });

  test("I30: they rest where members' data does, and views of steps have marks instead", () => {
    const all = [...marked.given, ...marked.made];
    const columns = databasePlaces(data).filter(({ where }) => !OF_MARKED.test(where));
    expect(leaks(columns, all)).toEqual([]);
    const views = databasePlaces(data, "view").filter(({ where }) => !MEMBER_VIEWS.test(where));
    expect(views.map(({ where }) => where)).toContain("step_executions.params_json");
    expect(leaks(views, all)).toEqual([]);
    expect(leaks(messageProperties(data), all)).toEqual([]);
  });

  test("I30: nobody is found by a sensitive value", () => {
    const searches = shown.filter(({ where }) => where.includes("/search?member=Maple"));
    expect(searches.length).toBe(marked.runbooks.length);
    for (const { text } of searches) expect(text).toContain('"items":[]');
  });

  test("I30: the database has parameters where members' data belongs, the rest nowhere", () => {
    const columns = databasePlaces(data);
    expect(leaks(columns, [...credentials, ...results])).toEqual([]);
    const others = columns.filter(({ where }) => !OF_MEMBERS.test(where));
    expect(leaks(others, parameters)).toEqual([]);
    expect(leaks(messageProperties(data), parameters)).toEqual([]);
    expect(leaks(filePlaces(data), [...credentials, ...results])).toEqual([]);
  });
});
