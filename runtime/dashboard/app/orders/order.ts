/** What somebody can order here, as data: what it is called, what follows from it, who may, and
 *  how the same is said on the command line. */
import type { Role } from "../../../contract/http/roles.ts";
import type { Sending } from "../api/request.ts";
import type { IconName } from "../ui/icons.ts";

export type Order = {
  readonly word: string;
  readonly icon: IconName;
  /** What happens, and what does not. */
  readonly consequence: string;
  readonly cli: string | null;
  readonly roles: readonly Role[];
  readonly path: string;
  readonly method: Sending["method"];
  readonly body?: Readonly<Record<string, unknown>>;
  readonly ifMatch?: string | null;
  /** The worst must be confirmed by typing this. */
  readonly typed?: string;
  /** Asks for a reason, which is kept in the log. */
  readonly asksReason?: boolean;
  /** Why it cannot be done now; null when it can. */
  readonly refusal?: string | null;
};

export const OPERATORS: readonly Role[] = ["Admin", "Operator"];
export const ADMINS: readonly Role[] = ["Admin"];
