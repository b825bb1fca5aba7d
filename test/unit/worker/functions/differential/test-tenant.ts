/** A tenant that a test can fill and look at, and the wrappers that watch it or cut it off. */
import type { Tenant, TenantSession } from "../../../../../runtime/tenant/tenant.ts";
import type { World } from "./world.ts";

export type TestTenant = {
  readonly tenant: Tenant;
  /** Into a fresh tenant, once. Answers the object id of each tag. */
  readonly seed: (world: World) => Promise<ReadonlyMap<string, string>>;
  readonly read: () => Promise<World>;
  /** Waits for an answer as long as its tenant takes, in the tenant's time. */
  readonly settled: <Value>(promise: Promise<Value>) => Promise<Value>;
  readonly lapse: (ms: number) => void;
  /** How often its services were asked, where that can be told. */
  readonly asked: () => number;
  readonly stop: () => Promise<void>;
};

type Operation = (...args: readonly unknown[]) => Promise<unknown>;
type Around = (name: string, call: () => Promise<unknown>) => Promise<unknown>;

/** Every operation goes through `around`. */
function wrapped(tenant: Tenant, around: Around): Tenant {
  const wrap = (port: string, operations: object): object =>
    Object.fromEntries(
      Object.entries(operations as Record<string, Operation>).map(([name, operation]) => [
        name,
        (...args: readonly unknown[]) => around(`${port}.${name}`, () => operation(...args)),
      ]),
    );
  return {
    session: (job) => {
      const { directory, exchange, alerts, pause } = tenant.session(job);
      return {
        directory: wrap("directory", directory),
        exchange: wrap("exchange", exchange),
        alerts: wrap("alerts", alerts),
        pause,
      } as TenantSession;
    },
  };
}

export const watched = (tenant: Tenant, seen: Set<string>): Tenant =>
  wrapped(tenant, (name, call) => {
    seen.add(name);
    return call();
  });

const WRITERS = [
  "createUser",
  "updateUser",
  "setAccountEnabled",
  "deleteUser",
  "addMember",
  "removeMember",
  "invite",
  "convertToInternal",
  "createMailUser",
  "updateRecipient",
  "setPrimaryAddress",
  "startMove",
  "sendMail",
  "callWebhook",
];
const WRITES = new RegExp(`\\.(?:${WRITERS.join("|")})$`);

/** The process dies when its `nth` change has been made and before it hears of it. */
export function dyingAfter(tenant: Tenant, nth: number): Tenant {
  let changes = 0;
  return wrapped(tenant, async (name, call) => {
    const answer = await call();
    if (!WRITES.test(name)) return answer;
    changes += 1;
    if (changes === nth) throw new Error("the worker died");
    return answer;
  });
}
