import { describe, expect, test } from "@jest/globals";
import { droppedColourWish } from "../../../runtime/cli/settle-colour.js";

describe("contradicting wishes about colour", () => {
  test("NO_COLOR wins over FORCE_COLOR, unless it is empty", () => {
    expect(droppedColourWish({ NO_COLOR: "1", FORCE_COLOR: "1" })).toBe("FORCE_COLOR");
    expect(droppedColourWish({ NO_COLOR: "", FORCE_COLOR: "1" })).toBe("NO_COLOR");
  });

  test("one wish alone is left as it is", () => {
    expect(droppedColourWish({ NO_COLOR: "1" })).toBeNull();
    expect(droppedColourWish({ FORCE_COLOR: "1" })).toBeNull();
    expect(droppedColourWish({})).toBeNull();
  });
});
