import { execFileSync } from "node:child_process";
import { mkdirSync, statSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { csvSource } from "../../../runtime/sources/csv/csv-source.ts";
import { membersFolder } from "../../../runtime/sources/csv/members-folder.ts";
import { readAll } from "../../../runtime/sources/read-all.ts";
import { answerOf, failureOf } from "../../conformance/bus/answers.ts";
import { csvQuestion, temporaryFolder } from "./sources.ts";

const MAX = 100_000;
const START = "2026-06-01T08:00:00Z";

const table = (count: number): string =>
  ["upn,start", ...Array.from({ length: count }, (_, n) => `u${n}@x.test,${START}`)].join("\n");

function files(contents: Readonly<Record<string, string>>) {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries(contents)) writeFileSync(join(folder, name), text);
  return { folder, source: csvSource(membersFolder(folder)) };
}

test("X-65 (part): a runbook's file is read in pages, to its end", async () => {
  const { source } = files({ "people.csv": table(12_345) });
  const reading = answerOf(await source.ask(csvQuestion()));
  const sizes: number[] = [];
  for (;;) {
    const page = answerOf(await reading.next());
    sizes.push(page.rows.length);
    if (page.end !== null) break;
  }
  expect(reading.columns).toEqual(["upn", "start"]);
  expect(sizes).toEqual([5_000, 5_000, 2_345]);
  const all = answerOf(await readAll(source, csvQuestion(), MAX));
  expect(all.end).toEqual({ complete: true });
  expect(all.rows[12_344]).toEqual(["u12344@x.test", START]);
});

test("R32: an answer that meets the cap is cut off, not complete", async () => {
  const { source } = files({ "people.csv": table(11) });
  const cut = answerOf(await readAll(source, csvQuestion(), 10));
  expect(cut.rows).toHaveLength(10);
  expect(cut.end).toMatchObject({ complete: false, why: expect.stringContaining("10 rows") });
  expect(answerOf(await readAll(source, csvQuestion(), 11)).end).toEqual({ complete: true });
});

test("R32: a file with a problem is refused whole, with the line", async () => {
  const text = `upn,start\nann@x.test,${START}\nann@x.test,${START}\nbob@x.test\n`;
  const { source } = files({ "people.csv": text });
  const failure = failureOf(await source.ask(csvQuestion()));
  expect(failure).toMatchObject({ kind: "refused" });
  expect(failure).toMatchObject({ reason: expect.stringMatching(/line 3.*line 4/s) });
});

test("R32: a file that is not there, or not UTF-8, is a failure and not nobody", async () => {
  const { folder, source } = files({});
  expect(failureOf(await source.ask(csvQuestion())).kind).toBe("unavailable");
  writeFileSync(join(folder, "people.csv"), Buffer.from([0x75, 0x70, 0x6e, 0x0a, 0xff, 0x0a]));
  expect(failureOf(await source.ask(csvQuestion())).kind).toBe("refused");
});

test("the columns a runbook declares and its batch time must be in the file", async () => {
  const { source } = files({ "people.csv": "upn\nann@x.test\n" });
  expect(failureOf(await source.ask(csvQuestion())).kind).toBe("refused");
  const immediate = { batchTime: { kind: "immediate" } } as const;
  answerOf(await source.ask(csvQuestion("people", immediate)));
  const wanted = { ...immediate, columns: ["upn", "site"] };
  expect(failureOf(await source.ask(csvQuestion("people", wanted))).kind).toBe("refused");
});

test.each(["../people.csv", "/etc/passwd", "..", ".", ".hidden", "a/b", "a\\b", "C:x", "", "a\0"])(
  "R52 (part): no name leads out of the members folder: %j",
  async (name) => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "inner"));
    writeFileSync(join(folder, "people.csv"), table(1));
    expect(failureOf(await membersFolder(join(folder, "inner")).read(name, MAX)).kind).toBe(
      "bad-name",
    );
  },
);

test("R52 (part): a link, a folder or a pipe is not followed, opened or waited for", async () => {
  const { folder } = files({ "real.csv": table(1) });
  symlinkSync(join(folder, "real.csv"), join(folder, "link.csv"));
  mkdirSync(join(folder, "folder.csv"));
  execFileSync("mkfifo", [join(folder, "pipe.csv")]);
  const { read } = membersFolder(folder);
  for (const name of ["link.csv", "folder.csv", "pipe.csv"]) {
    expect(failureOf(await read(name, MAX)).kind).toBe("not-a-file");
  }
  answerOf(await read("real.csv", MAX));
});

test("a file larger than is read is refused by its size", async () => {
  const { folder } = files({ "people.csv": table(3) });
  const { read } = membersFolder(folder);
  const bytes = answerOf(await read("people.csv", MAX)).length;
  expect(failureOf(await read("people.csv", bytes - 1)).kind).toBe("too-large");
  answerOf(await read("people.csv", bytes));
});

test("a file that changed is read anew, also when its size and time did not", async () => {
  const { folder, source } = files({ "people.csv": table(2) });
  const path = join(folder, "people.csv");
  const { atime, mtime } = statSync(path);
  const first = answerOf(await readAll(source, csvQuestion(), MAX));
  expect(answerOf(await readAll(source, csvQuestion(), MAX))).toEqual(first);
  writeFileSync(path, table(2).replace("u1@", "u7@"));
  utimesSync(path, atime, mtime);
  const changed = answerOf(await readAll(source, csvQuestion(), MAX));
  expect(changed.rows.map(([key]) => key)).toEqual(["u0@x.test", "u7@x.test"]);
  const wanted = { columns: ["upn", "site"] };
  expect(failureOf(await source.ask(csvQuestion("people", wanted))).kind).toBe("refused");
});
