/** What the system calls a failure of the disk: `ENOENT`, `EACCES`. */
import { scrubbed } from "../fault.ts";

export const systemCode = (thrown: unknown): string => {
  const { code } = Object(thrown);
  return typeof code === "string" ? code : scrubbed(thrown).name;
};
