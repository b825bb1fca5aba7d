/** A host all whose effects are commits of the store may act on a message before the commit that
 *  brings it: what it does is in that commit, or comes to nothing with it. */
import { describe, expect, test } from "@jest/globals";
import { envelope, outgoing, RESULTS } from "./durable-entities.ts";
import { commit, complete, durableWorld, idsOf, receive } from "./durable-world.ts";

const world = durableWorld();
const HOUR = 3_600_000;

/** Settles whatever comes, and says when it has written that down. */
const follower = async (isAhead: boolean, wrote: () => void) => {
  const bus = world.file.broker.connect("engine", isAhead);
  const got = await receive(bus, RESULTS, HOUR);
  return { got, settled: await commit(world.file, [], complete(got), wrote) };
};

const publishing = () => commit(world.file, [outgoing("results", "result")]);

describe("a host that is ahead", () => {
  test.each([
    ["shares the commit of whoever published", true, ["follower wrote", "publisher knows"]],
    ["and is not, comes after that commit", false, ["publisher knows", "follower wrote"]],
  ])("%s", async (_, isAhead, expected) => {
    const order: string[] = [];
    const following = follower(isAhead, () => order.push("follower wrote"));
    expect((await publishing()).ok).toBe(true);
    order.push("publisher knows");
    expect((await following).settled.ok).toBe(true);
    expect(order).toEqual(expected);
    world.file = await world.file.reopen();
    expect(await receive(world.file.broker.connect("later"), RESULTS)).toEqual([]);
  });

  test("is the only one who knows: others read what was committed before or after", async () => {
    const order: string[] = [];
    const { store, broker } = world.file;
    const bus = broker.connect("engine", true);
    const following = receive(bus, RESULTS, HOUR).then(async (got) => {
      const read = store.outbox.waiting().then(() => order.push("read"));
      await commit(world.file, [], complete(got), () => order.push("follower wrote"));
      await read;
    });
    await publishing();
    await following;
    expect(order).toEqual(["follower wrote", "read"]);
  });

  test("that fails by itself leaves the message it was given, and who published it", async () => {
    const following = follower(true, () => {
      throw new Error("refused");
    });
    const told = expect(following).rejects.toThrow("refused");
    expect((await publishing()).ok).toBe(true);
    await told;
    await world.file.broker.hostDied("engine");
    const [again] = await receive(world.file.broker.connect("later"), RESULTS);
    expect(again).toMatchObject({ messageId: "result", deliveryCount: 2 });
  });

  test("has nothing when the commit comes to nothing, and the bus goes on", async () => {
    const database = world.file.store.share((each) => each);
    const following = follower(true, () => database.exec("rollback"));
    const told = expect(following).rejects.toThrow("savepoint");
    await expect(publishing()).rejects.toThrow("savepoint");
    await told;
    const bus = world.file.broker.connect("later");
    expect(await receive(bus, RESULTS)).toEqual([]);
    expect((await bus.publish("results", [envelope("next")])).ok).toBe(true);
    expect(idsOf(await receive(bus, RESULTS))).toEqual(["next"]);
  });

  test("that does nothing holds nobody up", async () => {
    const got = receive(world.file.broker.connect("engine", true), RESULTS, HOUR);
    expect((await publishing()).ok).toBe(true);
    expect(idsOf(await got)).toEqual(["result"]);
  });
});
