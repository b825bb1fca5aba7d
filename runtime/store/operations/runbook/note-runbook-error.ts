/** Notes what went wrong with a version, or that nothing does any more. */
import { arg, type Operation } from "../operation.ts";

export const noteRunbookError: Operation = {
  name: "note runbook error",
  takes: ["error", "at", "name", "version"],
  build: ({ db }) =>
    db
      .updateTable("runbooks")
      .set({ last_error: arg<string | null>("error"), last_error_at: arg<string | null>("at") })
      .where("name", "=", arg<string>("name"))
      .where("version", "=", arg<number>("version")),
};
