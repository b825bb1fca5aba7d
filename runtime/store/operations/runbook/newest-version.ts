/** The highest version a name has had, or none. */
import { arg, type Operation } from "../operation.ts";

export const newestVersion: Operation = {
  name: "newest version",
  takes: ["name"],
  build: ({ db }) =>
    db
      .selectFrom("runbooks")
      .select(({ fn }) => fn.max("version").as("version"))
      .where("name", "=", arg<string>("name")),
};
