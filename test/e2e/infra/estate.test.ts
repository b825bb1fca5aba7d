/** The estate in the hands of the real engine: where a pulumi CLI is on the PATH, both stacks are
 *  previewed, built, changed, refreshed and destroyed with the repository's own policy pack, on a
 *  file backend and on providers that stand in for Azure and Entra. Where there is none, the reason
 *  stands in the title and nothing else of ours needs one. */
import { rm } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { openCloud } from "../../infra/provider/cloud.ts";
import { lastLineOffline, plannedByCli, planOffline, stackOf } from "./offline.ts";
import { changes, type Done, initStack, operate, type Stack, unprotectAll } from "./operations.ts";
import { edit, makePlace, type Place } from "./place.ts";
import { findCli } from "./pulumi-cli.ts";

const cli = findCli(process.env["PATH"] ?? "");
const where =
  cli.kind === "found"
    ? { describe, title: "the real engine" }
    : { describe: describe.skip, title: `the real engine (not run: ${cli.reason})` };

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

where.describe.each(["dev", "prod"])(`${where.title} and the %s stack`, (name) => {
  let place: Place;
  let stack: Stack;
  const cloud = () => openCloud(place.cloud);
  const namespace = () => {
    const found = cloud()
      .all()
      .find(({ type }) => type === "azure-native:servicebus:Namespace");
    if (found === undefined) throw new Error("the cloud has no Service Bus namespace");
    return found;
  };

  beforeAll(async () => {
    if (cli.kind === "absent") return;
    place = await makePlace();
    stack = await initStack(cli, place, name);
  });

  afterAll(() => rm(path.dirname(place.root), { recursive: true, force: true }));

  test("pulumi preview and the offline preview plan the same and find the same", async () => {
    const offline = await planOffline(await stackOf(place.root, name));
    const done = await operate(stack, ["preview"]);
    expectEnd(done, 0);
    const { resources, findings, undecided } = plannedByCli(done, offline.excepted);
    expect(resources).toEqual(offline.resources);
    // In a preview the provider calls more unknown than the program does, so the CLI may be unable
    // to decide what is decided offline; it never finds anything else.
    const decided = (one: string) => !undecided.some((policy) => one.includes(` ${policy} on `));
    expect(findings).toEqual(offline.findings.filter(decided));
    expect(undecided).toEqual(expect.arrayContaining([...offline.undecided]));
    expect(cloud().all()).toEqual([]);
    expect(await lastLineOffline(place.root, name)).toMatchObject({ stack: name, mandatory: 0 });
  });

  test("pulumi up builds it in an order that Azure takes, and finds what was foretold", async () => {
    const offline = await planOffline(await stackOf(place.root, name));
    const done = await operate(stack, ["up", "--yes", "--skip-preview"]);
    expectEnd(done, 0);
    const { resources, findings, undecided } = plannedByCli(done, offline.excepted);
    expect(resources).toEqual(offline.resources);
    expect(undecided).toEqual([]);
    const foretold = (one: string) =>
      !offline.undecided.some((policy) => one.includes(` ${policy} on `));
    expect(findings.filter(foretold)).toEqual(offline.findings);
    expect(cloud().all().length).toBeGreaterThan(20);
  });

  test("what was built needs no change, and a refresh finds it as it is", async () => {
    const again = await operate(stack, ["preview", "--expect-no-changes"]);
    expectEnd(again, 0);
    expect(changes(again)).toEqual([]);
    const refreshed = await operate(stack, ["refresh", "--yes", "--expect-no-changes"]);
    expectEnd(refreshed, 0);
  });

  test("a changed setting is shown by itself, as an update and not a replacement", async () => {
    const file = `Pulumi.${name}.yaml`;
    await edit(place, file, /cost-centre: \S+/, "cost-centre: cc-9999");
    const done = await operate(stack, ["preview", "--diff"]);
    expectEnd(done, 0);
    expect(new Set(changes(done).map(({ op }) => op))).toEqual(new Set(["update"]));
    expect(new Set(changes(done).flatMap(({ changed }) => changed))).toEqual(
      new Set(['tags["cost-centre"]']),
    );
    expect(done.said).toMatch(/cc-9999/);
    expectEnd(await operate(stack, ["up", "--yes", "--skip-preview"]), 0);
    expect(namespace().inputs["tags"]).toMatchObject({ "cost-centre": "cc-9999" });
  });

  test("what somebody changes by hand is found by a refresh and put back by an update", async () => {
    const before = namespace();
    const open = { minimumTlsVersion: "1.0" };
    cloud().put({
      ...before,
      inputs: { ...before.inputs, ...open },
      outputs: { ...before.outputs, ...open },
    });
    const refreshed = await operate(stack, ["refresh", "--yes"]);
    expectEnd(refreshed, 0);
    const back = await operate(stack, ["up", "--yes", "--skip-preview"]);
    expectEnd(back, 0);
    expect(changes(back).map(({ op, changed }) => ({ op, changed }))).toEqual([
      { op: "update", changed: ["minimumTlsVersion"] },
    ]);
    expect(namespace().inputs["minimumTlsVersion"]).toBe("1.2");
  });

  test("a change that policy refuses is refused by both, for the same reasons", async () => {
    await edit(place, `Pulumi.${name}.yaml`, /location: \S+/, "location: brazilsouth");
    const done = await operate(stack, ["preview"]);
    expectEnd(done, 1);
    const offline = await planOffline(await stackOf(place.root, name));
    const mandatory = (one: string) => one.startsWith("mandatory allowed-regions");
    expect(plannedByCli(done, offline.excepted).findings.filter(mandatory)).toEqual(
      offline.findings.filter(mandatory),
    );
    expect(offline.findings.some((one) => one.startsWith("mandatory allowed-regions"))).toBe(true);
    await edit(place, `Pulumi.${name}.yaml`, /location: \S+/, "location: westeurope");
  });

  test("pulumi destroy leaves nothing, and not before protection is taken off", async () => {
    if (name === "prod") {
      const refused = await operate(stack, ["destroy", "--yes"]);
      expect(refused.code).not.toBe(0);
      expect(refused.said).toMatch(/protect/);
      expect(namespace()).toBeDefined();
      expectEnd(await unprotectAll(stack), 0);
    }
    expectEnd(await operate(stack, ["destroy", "--yes"]), 0);
    expect(cloud().all()).toEqual([]);
  });
});
