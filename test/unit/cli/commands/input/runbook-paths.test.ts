import { describe, expect, test } from "@jest/globals";
import { runbookPaths } from "../../../../../runtime/cli/commands/input/runbook-paths.ts";
import { folder } from "../../folder.ts";

describe("the runbooks that a command line names", () => {
  const cwd = folder({
    "books/c.yaml": "",
    "books/a.YML": "",
    "books/b.yaml": "",
    "books/d.yaml.txt": "",
    "books/deep.yaml/e.yaml": "",
    "one.txt": "",
  });

  test("a folder stands for its own files, in the order of their names", async () => {
    expect(await runbookPaths(cwd, ["books"])).toEqual({
      paths: ["books/a.YML", "books/b.yaml", "books/c.yaml"],
      errors: [],
    });
  });

  test("files keep the order in which they are named, each once", async () => {
    expect(await runbookPaths(cwd, ["one.txt", "-", "books/c.yaml", "./one.txt", "-"])).toEqual({
      paths: ["one.txt", "-", "books/c.yaml"],
      errors: [],
    });
  });

  test("what does not exist is left to the reader, who says why", async () => {
    expect(await runbookPaths(cwd, ["nowhere"])).toEqual({ paths: ["nowhere"], errors: [] });
  });

  test("a folder without runbooks is refused, the rest is found", async () => {
    const { paths, errors } = await runbookPaths(cwd, [".", "books"]);
    expect(errors).toMatchObject([{ code: "E0114", where: "." }]);
    expect(paths).toHaveLength(3);
  });
});
