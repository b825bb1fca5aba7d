/** The platform itself: where this is, who is asking, and which workers there are. */
import { z } from "zod";
import { Instant } from "../instant.ts";
import { WorkerManifest } from "../manifest.ts";
import { ROLES } from "./roles.ts";

/** How one signs in. `local`: by the link that `npm start` prints, or the file `dev-token.json` in
 *  the data folder. */
const SignIn = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("local") }),
  z.object({
    kind: z.literal("entra"),
    authority: z.url(),
    tenantId: z.string(),
    clientId: z.string(),
    scope: z.string(),
  }),
]);

export const Environment = z.object({
  name: z.string().describe("What people call this installation; the banner shows it."),
  mode: z.enum(["local", "azure"]),
  version: z.string(),
  signIn: SignIn,
  simulated: z.boolean().describe("Whether work acts on a simulated tenant only."),
  speed: z.number().min(0).describe("How fast the engine's clock goes; 1 is real time."),
  now: Instant.describe("By the engine's clock, which a rehearsal hurries."),
  simulatedTenant: z.url().nullable().describe("Control of the simulated tenant, if local."),
});
export type Environment = Readonly<z.output<typeof Environment>>;

export const Ready = z.object({
  status: z.literal("ready"),
  checks: z.array(z.object({ name: z.string(), detail: z.string() })),
  notices: z
    .array(z.string())
    .describe("What it goes without: a capability that is off, a function that nobody finds."),
});
export type Ready = Readonly<z.output<typeof Ready>>;

export const Me = z.object({
  name: z.string().describe("For people: preferred_username, name or object id (M-105)."),
  tenantId: z.string(),
  objectId: z.string(),
  kind: z.enum(["user", "app"]),
  roles: z.array(z.enum(ROLES)),
  expiresAt: Instant,
});
export type Me = Readonly<z.output<typeof Me>>;

const WorkerView = WorkerManifest.extend({ lastSeen: Instant });
export const WorkerList = z.object({ items: z.array(WorkerView) });
export type WorkerList = Readonly<z.output<typeof WorkerList>>;
