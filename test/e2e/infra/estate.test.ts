/** The estate in the hands of the real engine: where a pulumi CLI is on the PATH, both stacks are
 *  previewed, built, changed, refreshed and destroyed with the repository's own policy pack and its
 *  own provider, on a file backend and on providers that stand in for Azure and Entra. Where there
 *  is none, the reason stands in the title and nothing else of ours needs one. */
import { afterAll, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { type Cloud, openCloud, type Thing } from "../../infra/provider/cloud.ts";
import { changes, type Done } from "./done.ts";
import { type Compared, plannedByCli, planOffline } from "./offline.ts";
import { initStack, operate, type Stack, unprotectAll } from "./operations.ts";
import { edit, leavePlace, makePlace, type Place, publishHere, writeCode } from "./place.ts";
import { findCli } from "./pulumi-cli.ts";
import { stackOf } from "./stack-of.ts";

// An operation takes as long as the machine needs; this only ends one that hangs.
jest.setTimeout(7_200_000);

const cli = findCli(process.env["PATH"] ?? "");
/** Where there is no CLI these are skipped, because nothing of ours may need one. */
const where =
  cli.kind === "found"
    ? { describe, title: "the real engine" }
    : // skipped: the title says what is not there
      { describe: describe.skip, title: `the real engine (not run: ${cli.reason})` };

/** Shows what the CLI said when it did not end as it should. */
const expectEnd = (done: Pick<Done, "code" | "said">, code: number): void =>
  expect({ code: done.code, said: done.code === code ? "" : done.said }).toEqual({
    code,
    said: "",
  });

test("without a CLI the real engine is left out, and the reason is said", () => {
  expect(findCli("")).toEqual({ kind: "absent", reason: "there is no pulumi on the PATH" });
  if (cli.kind === "absent") process.stderr.write(`test/e2e/infra: not run, ${cli.reason}\n`);
});

/** One stack on its way through the CLI; its tests follow each other. */
type Story = {
  readonly name: string;
  readonly place: () => Place;
  readonly stack: () => Stack;
  readonly cloud: () => Cloud;
  readonly namespace: () => Thing;
};

const typesIn = (cloud: Cloud): readonly string[] => cloud.all().map(({ type }) => type);

/** What our own provider asked of Azure, in order. */
const pathsAsked = ({ azure }: Place): readonly string[] =>
  azure.requests.map(({ path: asked }) => asked);

function planAndBuild(story: Story): void {
  let offline: Compared;

  test("pulumi preview and the offline preview plan the same and find the same", async () => {
    offline = await planOffline(await stackOf(story.place().root, story.name));
    const done = await operate(story.stack(), ["preview"]);
    expectEnd(done, 0);
    expect(plannedByCli(done)).toEqual(offline);
    expect(offline.findings).toEqual([]);
    expect(story.cloud().all()).toEqual([]);
  });

  test("pulumi up builds nothing while the stack's file still holds an example", async () => {
    const file = `Pulumi.${story.name}.yaml`;
    await edit(story.place(), file, "pipeline: wingtip/drover", "pipeline: contoso/drover");
    const done = await operate(story.stack(), ["up", "--yes", "--skip-preview"]);
    await edit(story.place(), file, "pipeline: contoso/drover", "pipeline: wingtip/drover");
    expect(done.code).not.toBe(0);
    expect(done.said).toMatch(/still holds examples, with which nothing can be built: pipeline\./);
    expect(story.cloud().all()).toEqual([]);
  });

  test("pulumi up builds it in an order that Azure takes, and finds what was said", async () => {
    await publishHere(story.place());
    const done = await operate(story.stack(), ["up", "--yes", "--skip-preview"]);
    expectEnd(done, 0);
    const { resources, findings, undecided } = plannedByCli(done);
    expect(resources).toEqual(offline.resources);
    expect(undecided).toEqual([]);
    // What had to wait for a value is decided now, one way or the other.
    const foretold = (one: string) => !offline.undecided.some((late) => one.endsWith(` ${late}`));
    expect(findings.filter(foretold)).toEqual(offline.findings);
    expect(story.cloud().all().length).toBeGreaterThan(100);
    expect(typesIn(story.cloud())).not.toContain("azure-native:web:WebApp");
    expect(pathsAsked(story.place())).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/\/registries\/\w+\/scheduleRun$/),
        expect.stringMatching(/\/jobs\/[\w-]+\/start$/),
      ]),
    );
  });
}

function ship(story: Story): void {
  test("code that comes brings its apps, doors and rights along, and they agree", async () => {
    await writeCode(story.place());
    const file = `Pulumi.${story.name}.yaml`;
    await edit(story.place(), file, "secretsSet: []", "secretsSet: [anthropic-api-key]");
    const offline = await planOffline(await stackOf(story.place().root, story.name));
    const previewed = await operate(story.stack(), ["preview"]);
    expectEnd(previewed, 0);
    expect(plannedByCli(previewed)).toMatchObject({ findings: offline.findings });
    const done = await operate(story.stack(), ["up", "--yes", "--skip-preview"]);
    expectEnd(done, 0);
    const { resources, findings, undecided } = plannedByCli(done);
    expect({ findings, undecided }).toEqual({ findings: [], undecided: [] });
    const left = resources.filter((urn) => !urn.includes("drover:code:NotYetShipped::"));
    expect(left).toEqual(offline.resources);
    expect(typesIn(story.cloud())).toEqual(
      expect.arrayContaining(["azure-native:web:WebApp", "azure-native:app:ContainerApp"]),
    );
    expect(pathsAsked(story.place())).toContain("/api/publish");
  });
}

function change(story: Story): void {
  test("what was built needs no change, and a refresh finds it as it is", async () => {
    const again = await operate(story.stack(), ["preview", "--expect-no-changes"]);
    expectEnd(again, 0);
    expect(changes(again)).toEqual([]);
    const refreshed = await operate(story.stack(), ["refresh", "--yes", "--expect-no-changes"]);
    expectEnd(refreshed, 0);
  });

  test("a changed setting is shown by itself, as an update and not a replacement", async () => {
    const file = `Pulumi.${story.name}.yaml`;
    await edit(story.place(), file, /cost-centre: \S+/, "cost-centre: cc-9999");
    const done = await operate(story.stack(), ["preview", "--diff"]);
    expectEnd(done, 0);
    expect(new Set(changes(done).map(({ op }) => op))).toEqual(new Set(["update"]));
    expect(new Set(changes(done).flatMap(({ changed }) => changed))).toEqual(
      new Set(['tags["cost-centre"]']),
    );
    expect(done.said).toMatch(/cc-9999/);
    expectEnd(await operate(story.stack(), ["up", "--yes", "--skip-preview"]), 0);
    expect(story.namespace().inputs["tags"]).toMatchObject({ "cost-centre": "cc-9999" });
  });

  test("what somebody changes by hand a refresh finds and an update puts back", async () => {
    const before = story.namespace();
    const open = { minimumTlsVersion: "1.0" };
    story.cloud().put({
      ...before,
      inputs: { ...before.inputs, ...open },
      outputs: { ...before.outputs, ...open },
    });
    const refreshed = await operate(story.stack(), [
      "refresh",
      "--yes",
      "--skip-preview",
      "--diff",
    ]);
    expectEnd(refreshed, 0);
    expect(refreshed.said).toMatch(/minimumTlsVersion *: "1\.2" => "1\.0"/);
    expect(refreshed.said).toMatch(/~ 1 updated/);
    const back = await operate(story.stack(), ["up", "--yes", "--skip-preview"]);
    expectEnd(back, 0);
    expect(changes(back).map(({ op, changed }) => ({ op, changed }))).toEqual([
      { op: "update", changed: ["minimumTlsVersion"] },
    ]);
    expect(story.namespace().inputs["minimumTlsVersion"]).toBe("1.2");
  });
}

function refuseAndRemove(story: Story): void {
  test("an update that policy refuses changes nothing, and the preview foretells it", async () => {
    const file = "infra/messaging/namespace-settings.ts";
    const open = ["disableLocalAuth: true", "disableLocalAuth: false"] as const;
    await edit(story.place(), file, ...open);
    const before = story.cloud().all();
    const done = await operate(story.stack(), ["up", "--yes"]);
    expect(done.code).not.toBe(0);
    expect(story.cloud().all()).toEqual(before);
    const offline = await planOffline(await stackOf(story.place().root, story.name));
    const { resources, findings } = plannedByCli(done);
    expect(resources).toEqual(offline.resources);
    expect(findings).toEqual(offline.findings);
    expect(findings.filter((one) => one.startsWith("mandatory "))).toEqual([
      expect.stringMatching(/^mandatory service-bus-local-auth-off on .*:Namespace::/),
    ]);
    await edit(story.place(), file, open[1], open[0]);
  });

  test("pulumi destroy leaves nothing, and not before protection is taken off", async () => {
    if (story.name === "prod") {
      const refused = await operate(story.stack(), ["destroy", "--yes"]);
      expect(refused.code).not.toBe(0);
      expect(refused.said).toMatch(/protect/);
      expect(story.namespace()).toBeDefined();
      expectEnd(await unprotectAll(story.stack()), 0);
    }
    expectEnd(await operate(story.stack(), ["destroy", "--yes"]), 0);
    expect(story.cloud().all()).toEqual([]);
  });
}

where.describe.each(["dev", "prod"])(`${where.title} and the %s stack`, (name) => {
  let stack: Stack;
  const cloud = () => openCloud(stack.place.cloud);
  const isNamespace = ({ type }: Thing) => type === "azure-native:servicebus:Namespace";
  const namespace = () => {
    const found = cloud().all().find(isNamespace);
    if (found === undefined) throw new Error("the cloud has no Service Bus namespace");
    return found;
  };
  const story: Story = {
    name,
    place: () => stack.place,
    stack: () => stack,
    cloud,
    namespace,
  };

  beforeAll(async () => {
    if (cli.kind === "found") stack = await initStack(cli, await makePlace(), name);
  });

  afterAll(() => leavePlace(stack.place));

  planAndBuild(story);
  ship(story);
  change(story);
  refuseAndRemove(story);
});
