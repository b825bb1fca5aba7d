/** Who may enter the database, as contained users with database roles. There are no logins and
 *  no passwords. The bootstrap job is not listed as a user: it belongs to the group that
 *  administers the server, makes these users and ends. */
import type { ComponentName } from "./components.ts";

type DatabaseRole = "db_datareader" | "db_datawriter";

export type DatabaseRight = {
  readonly component: ComponentName;
  readonly roles: readonly DatabaseRole[];
  readonly reason: string;
};

const READ_WRITE = ["db_datareader", "db_datawriter"] as const;

export const DATABASE_RIGHTS: readonly DatabaseRight[] = [
  { component: "scheduler", roles: READ_WRITE, reason: "Creates batches and members." },
  { component: "orchestrator", roles: READ_WRITE, reason: "Commits every decision." },
  { component: "admin-api", roles: READ_WRITE, reason: "Shows state and commits what is asked." },
  { component: "haymaker-scheduler", roles: READ_WRITE, reason: "Creates the batch of a run." },
  { component: "haymaker-monitor", roles: READ_WRITE, reason: "Keeps the status of agents." },
  { component: "run-cards-ingest", roles: READ_WRITE, reason: "Stores the result of its branch." },
  { component: "run-cards-minutes", roles: READ_WRITE, reason: "Stores the result of its branch." },
  { component: "run-cards-score", roles: READ_WRITE, reason: "Stores the result of its branch." },
];

/** Member of the server's administrator group, and the only one that is a component. */
export const DATABASE_ADMINISTRATOR = "database-bootstrap" satisfies ComponentName;
