/** The store as one host meets it: every call may be refused, may be done without an answer, or
 *  may be the last thing the host does. What lies behind stays whole. */
import type { Settlement } from "../../../runtime/bus/lock.ts";
import { fail, type Result } from "../../../runtime/contract/result.ts";
import type { CommitFailure } from "../../../runtime/store/failure.ts";
import type { Store } from "../../../runtime/store/store.ts";
import type { Life } from "../kernel/host.ts";
import { hash32 } from "../kernel/random.ts";

type Method = (...args: readonly unknown[]) => Promise<Result<unknown, unknown>>;

/** Methods that answer `unknown` when nobody saw how the commit ended. */
const COMMITS = new Set([
  "transact",
  "batches.create",
  "runbooks.publish",
  "records.recordPlatform",
]);

/** Everything else only looks. */
const CHANGING = ["create", "publish", "acquire", "renew", "release", "register", "prune"];
const CHANGES = new RegExp(
  `^(?:transact|outbox[.].*|.*[.](?:${CHANGING.join("|")}|open|close|(?:set|record|note|keep).*))$`,
);

const NOT_DONE: readonly CommitFailure[] = [
  { kind: "unavailable", reason: "simulated" },
  { kind: "busy" },
  { kind: "full" },
];

export type StoreWatch = {
  /** Whether the store can be reached at all. */
  readonly isDown: () => boolean;
  readonly failed: (life: Life, method: string, fate: "refused" | "lost") => void;
};

export function faultyStore(
  life: Life,
  store: Store<Settlement>,
  watch: StoreWatch,
): Store<Settlement> {
  const faulty = (name: string, method: Method): Method => {
    const isCommit = COMMITS.has(name);
    let calls = 0;
    const refused = (): Result<never, CommitFailure> => {
      calls += 1;
      const draw = hash32(calls, name) % (isCommit ? 4 : 3);
      watch.failed(life, name, "refused");
      return fail(NOT_DONE[draw] ?? { kind: "unknown" });
    };
    const lost = (): Result<never, CommitFailure> => {
      watch.failed(life, name, "lost");
      return fail(isCommit ? { kind: "unknown" } : { kind: "unavailable", reason: "simulated" });
    };
    return (...args) =>
      life.call({
        kind: "store",
        name,
        isLook: !CHANGES.test(name),
        perform: () => (watch.isDown() ? Promise.resolve(refused()) : method(...args)),
        refused,
        lost,
      });
  };
  const group = <Group extends object>(name: string, methods: Group): Group =>
    Object.fromEntries(
      Object.entries(methods).map(([key, method]) => [key, faulty(`${name}.${key}`, method)]),
    ) as Group;
  const wrapped = Object.entries(store).map(([key, part]) => {
    if (key === "close") return [key, part];
    if (typeof part === "function") return [key, faulty(key, part as Method)];
    return [key, group(key, part)];
  });
  return Object.fromEntries(wrapped) as Store<Settlement>;
}
