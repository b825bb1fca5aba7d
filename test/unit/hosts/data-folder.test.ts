import { mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import { claimDataFolder } from "../../../runtime/hosts/local/data-folder.ts";
import { answerOf } from "../../conformance/bus/answers.ts";

const root = mkdtempSync(join(tmpdir(), "drover-folder-"));
const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);
const hasModes = process.platform !== "win32";

afterAll(() => rmSync(root, { recursive: true, force: true }));

describe("the data folder", () => {
  test("is made for its owner alone; one that was there keeps its mode", () => {
    const made = join(root, "new", "data");
    const claim = answerOf(claimDataFolder(made));
    expect(modeOf(made)).toBe(hasModes ? "700" : modeOf(root));
    claim.release();
    const open = join(root, "open");
    mkdirSync(open, { mode: 0o755 });
    const again = answerOf(claimDataFolder(open));
    expect(modeOf(open)).toBe(hasModes ? "755" : modeOf(root));
    again.release();
  });
});
