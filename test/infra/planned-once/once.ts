/** Work that several test files ask for and that is done once in a run: the first to ask does it,
 *  the others, in whatever process they are, wait and read what came of it.
 *  W1. Nothing outlives the run: jest.config.js opens the folder and removes it. */
import { createHash } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";

const POLL_MS = 50;

const isCode = (error: unknown, code: string): boolean =>
  typeof error === "object" && error !== null && "code" in error && error.code === code;

/** False where somebody else was first. */
const claim = (file: string): Promise<boolean> =>
  mkdir(`${file}.claim`).then(
    () => true,
    (error: unknown) => {
      if (isCode(error, "EEXIST")) return false;
      throw error;
    },
  );

const readWhenThere = (file: string): Promise<string> =>
  readFile(file, "utf8").catch(async (error: unknown) => {
    if (!isCode(error, "ENOENT")) throw error;
    await wait(POLL_MS);
    return readWhenThere(file);
  });

type Outcome = { readonly value: unknown } | { readonly thrown: string };

async function write(file: string, outcome: Outcome): Promise<void> {
  // Renamed into place, so that nobody reads half of it.
  await writeFile(`${file}.new`, JSON.stringify(outcome));
  await rename(`${file}.new`, file);
}

/** `question` is everything that the answer depends on and that differs within a run. */
export async function once<Value>(question: unknown, work: () => Promise<Value>): Promise<Value> {
  const folder = process.env["DROVER_TEST_PLANS"];
  if (folder === undefined) throw new Error("jest.config.js opens a folder for plans; it did not");
  const key = createHash("sha256").update(JSON.stringify(question)).digest("hex");
  const file = path.join(folder, `${key}.json`);
  if (await claim(file))
    await work().then(
      (value) => write(file, { value }),
      (error: unknown) => write(file, { thrown: String(error) }),
    );
  const outcome = JSON.parse(await readWhenThere(file)) as Outcome;
  if ("thrown" in outcome) throw new Error(outcome.thrown);
  return outcome.value as Value;
}
