import { describe, expect, test } from "@jest/globals";
import { explainFailure } from "../../../runtime/hosts/launch/explain-failure.js";

describe("why an install failed", () => {
  test.each([
    ["npm error code ENOSPC\nnpm error nospc ENOSPC: no space left on device", /disk is full/],
    ["npm error code ENOTFOUND", /registry cannot be reached/],
    ["npm error code EAI_AGAIN", /registry cannot be reached/],
    ["npm error code ECONNREFUSED", /registry cannot be reached/],
    ["npm error code EACCES\nnpm error syscall mkdir", /may not write here/],
    ["npm error code EUSAGE\nnpm error `npm ci` can only install …", /disagree/],
    ["npm error code EINTEGRITY", /not the one the lockfile names/],
    ["npm error code E404", /does not have a package/],
  ])("%p gives one sentence with what to do", (output, sentence) => {
    expect(explainFailure(output)).toMatch(sentence);
    expect(explainFailure(output)).toMatch(/repeat|Run/);
  });

  test("a full disk is told as such even when npm also lost its connection", () => {
    expect(explainFailure("ECONNRESET … ENOSPC")).toMatch(/disk is full/);
  });

  test("a cause we do not know is not guessed", () => {
    expect(explainFailure("npm error code EOTHER")).toBeNull();
  });
});
