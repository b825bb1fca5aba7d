/** Whether an account signs in elsewhere, from what the directory says of it. */
import type { DirectoryUser } from "../../../tenant/directory.ts";

export const EXTERNAL_PROPERTIES = ["userType", "externalUserState"] as const;

/** Somebody invited, whether they have accepted or not. */
export const isExternal = ({ properties }: DirectoryUser): boolean =>
  Boolean(properties["externalUserState"]) ||
  String(properties["userType"] ?? "").toLowerCase() === "guest";
