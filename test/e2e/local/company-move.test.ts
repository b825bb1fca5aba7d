import { copyFileSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { expected, type Looking, lookingInto } from "./company-move/expectation.ts";
import { leavers, type Member, membersOf, tableOf, unlicensed } from "./company-move/members.ts";
import { type TenantState, tenantState } from "./company-move/tenant.ts";
import { rowsIn, until } from "./database.ts";
import { type Local, startLocal, stop } from "./local-process.ts";

const RUNBOOK = fileURLToPath(new URL("../../../runbooks/company-move.yaml", import.meta.url));
/** The days until the next phase pass in minutes: nobody overtakes who looks at the first. */
const SLOWER = ["--speed", "3000"];
const FASTER = ["--speed", "100000"];

let data: string;
let local: Local;
let members: readonly Member[];
let staged: TenantState;
let moved: TenantState;

const start = (speed: readonly string[]): Promise<Local> =>
  startLocal(["--port", "0", "--data", data, "--faults", "usual", ...speed]);

function putTable(people: readonly Member[]): void {
  const path = join(data, "members", "company-move.csv");
  writeFileSync(`${path}.next`, tableOf(people));
  renameSync(`${path}.next`, path);
}

const count = (query: string): number => Number(rowsIn(data, query)[0]?.["n"]);

const STAGED = `select count(*) n from phase_executions
  where phase_name = 'pre-stage' and status in ('completed', 'failed')`;
const OVER = "select count(*) n from batches where status in ('completed', 'failed')";

beforeAll(async () => {
  data = mkdtempSync(join(tmpdir(), "drover-company-move-"));
  for (const folder of ["runbooks", "members"]) mkdirSync(join(data, folder));
  // The shipped runbook, switched on by lying among one's own.
  copyFileSync(RUNBOOK, join(data, "runbooks", "company-move.yaml"));
  members = membersOf(new Date());
  putTable(members);
  local = await start(SLOWER);
  await until("everybody is staged", () => count(STAGED) === 3);
  staged = await tenantState(local);
  await stop(local, "SIGKILL");
  const gone = new Set(leavers(members));
  putTable(members.filter((member) => !gone.has(member)));
  local = await start(FASTER);
  await until("all waves are over", () => count(OVER) === 3);
  moved = await tenantState(local);
}, 600_000);

afterAll(async () => {
  await stop(local, "SIGKILL");
  rmSync(data, { recursive: true, force: true });
});

const stayed = (): readonly Member[] => {
  const others = new Set([...leavers(members), ...unlicensed(members)]);
  return members.filter((member) => !others.has(member));
};

describe("the shipped runbook company-move with five hundred people", () => {
  test("everybody who stays in the plan is in the tenant as the table says", () => {
    const looking = lookingInto(moved);
    const wrong = stayed().filter(({ TargetUpn }) => looking.find(TargetUpn) === null);
    expect(wrong).toEqual([]);
    expect(stayed().length).toBeGreaterThan(480);
    for (const member of stayed()) {
      const id = looking.find(member.TargetUpn) ?? "";
      expect({ who: member.TargetUpn, ...looking.person(id) }).toEqual({
        who: member.TargetUpn,
        ...expected(member, looking.broke(id)),
      });
    }
  });

  test("who asks for a licence that is not there is tried again, then taken back", () => {
    const looking = lookingInto(moved);
    const without = unlicensed(members);
    expect(without.map(({ TargetUpn }) => looking.find(TargetUpn))).toEqual(
      without.map(() => null),
    );
    expect(deletedUpns(moved)).toEqual(expect.arrayContaining(without.map(upnOf)));
    const tries = rowsIn(
      data,
      `select retry_count n from step_executions
        where step_name = 'give-licence' and status = 'rolled_back'`,
    );
    expect(tries.map(({ n }) => n)).toEqual(without.map(() => 5));
    const undone = count(`select count(*) n from step_executions
      where kind = 'rollback' and step_name = 'remove-account' and status = 'succeeded'`);
    expect(undone).toBe(without.length);
  });

  test("who leaves the table after the first phase loses the account that was made", () => {
    const before = lookingInto(staged);
    const after: Looking = lookingInto(moved);
    const left = leavers(members);
    expect(left).toHaveLength(9);
    expect(left.filter(({ TargetUpn }) => before.find(TargetUpn) === null)).toEqual([]);
    expect(left.filter(({ TargetUpn }) => after.find(TargetUpn) !== null)).toEqual([]);
    expect(deletedUpns(moved)).toEqual(expect.arrayContaining(left.map(upnOf)));
  });

  test("nobody and nothing else is in the tenant, is gone from it or was changed in it", () => {
    const upns = new Set(stayed().map(upnOf));
    const others = ({ users }: TenantState) =>
      [...users.values()].filter(({ userPrincipalName }) => !/\.c@/.test(userPrincipalName));
    expect(others(moved)).toEqual(others(staged));
    expect(aboutOthers(moved)).toEqual(aboutOthers(staged));
    expect(others(moved).length).toBeGreaterThan(100);
    const movers = [...moved.users.values()].map(({ userPrincipalName }) => userPrincipalName);
    expect(new Set(movers.filter((upn) => /\.c@/.test(upn)))).toEqual(upns);
    expect(movers).toHaveLength(others(moved).length + upns.size);
    expect(moved.groups).toEqual(staged.groups);
    expect([...moved.moves.keys()].length).toBe(upns.size);
    expect(moved.deletedUsers.size).toBe(unlicensed(members).length + leavers(members).length);
  });

  test("the moves were polled until they were over, with the ids that the first step told", () => {
    const looking = lookingInto(moved);
    const broken = stayed().filter(({ TargetUpn }) => looking.broke(looking.find(TargetUpn) ?? ""));
    const polled = rowsIn(
      data,
      `select status, min(poll_count) least, count(*) n from step_executions
        where step_name = 'mailbox-has-moved' group by status`,
    );
    expect(polled.find(({ status }) => status === "succeeded")).toMatchObject({
      n: stayed().length - broken.length,
    });
    // A broken move is resumed in Exchange: nothing of it is undone.
    expect(polled.find(({ status }) => status === "failed")?.["n"] ?? 0).toBe(broken.length);
    expect(polled.some(({ status }) => status === "rolled_back")).toBe(false);
    expect(Number(polled.find(({ status }) => status === "succeeded")?.["least"])).toBeGreaterThan(
      0,
    );
    const outputs = rowsIn(
      data,
      "select worker_data_json text from batch_members where removed_at is null",
    );
    const ids = outputs.map(({ text }) => JSON.parse(String(text ?? "{}")).TargetUserId);
    expect(ids.filter((id) => moved.users.has(id))).toHaveLength(stayed().length);
  });
});

/** Whom neither the table nor the runbook names: their groups and their mail. */
function aboutOthers({ users, deletedUsers, members, mail }: TenantState) {
  const isMover = (id: string): boolean => {
    const user = users.get(id) ?? deletedUsers.get(id)?.user;
    return user !== undefined && /\.c@/.test(user.userPrincipalName);
  };
  return {
    groups: [...members.keys()].filter((key) => !isMover(key.split("/")[1] ?? "")).toSorted(),
    mail: [...mail].filter(([id]) => !isMover(id)),
  };
}

const upnOf = ({ TargetUpn }: Member): string => TargetUpn;

const deletedUpns = ({ deletedUsers }: TenantState): readonly string[] =>
  [...deletedUsers.values()].map(({ user }) => user.userPrincipalName);
