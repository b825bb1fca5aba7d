import { describe, expect, test } from "@jest/globals";
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from "jose";
import { signingKeys } from "../../../../runtime/api/auth/signing-keys.ts";
import { claims } from "./good-claims.ts";
import { signer } from "./tokens.ts";

const HOUR_MS = 3_600_000;

/** A tenant whose keys change and whose network breaks, by a clock that is moved by hand. */
async function tenant() {
  const first = await signer("key-1");
  const second = await signer("key-2");
  const world = { nowMs: 0, loads: 0, isDown: false, published: [first.publicKey] };
  const keys = signingKeys({
    now: () => new Date(world.nowMs),
    load: async (): Promise<JSONWebKeySet> => {
      world.loads += 1;
      if (world.isDown) throw new Error("the tenant cannot be reached");
      return { keys: [...world.published] };
    },
  });
  const isGood = async (token: string): Promise<boolean> => {
    try {
      await jwtVerify(token, keys, { currentDate: new Date((claims.iat ?? 0) * 1_000 + 120_000) });
      return true;
    } catch {
      return false;
    }
  };
  return { world, isGood, first, second };
}

describe("the keys of a tenant", () => {
  test("are fetched once, however many ask at the same moment", async () => {
    const { world, isGood, first } = await tenant();
    const token = await first.sign(claims);
    const answers = await Promise.all(Array.from({ length: 20 }, () => isGood(token)));
    expect(answers.every((answer) => answer)).toBe(true);
    expect(world.loads).toBe(1);
  });

  test(
    "a new key is found at its first use; unknown ones are asked for twice a minute " + "at most",
    async () => {
      const { world, isGood, first, second } = await tenant();
      expect(await isGood(await first.sign(claims))).toBe(true);
      world.published = [first.publicKey, second.publicKey];
      world.nowMs += 60_000;
      expect(await isGood(await second.sign(claims))).toBe(true);
      expect(world.loads).toBe(2);
      const forged = await (await signer("key-666")).sign(claims);
      for (let tries = 0; tries < 50; tries += 1) expect(await isGood(forged)).toBe(false);
      expect(world.loads).toBe(2);
      world.nowMs += 31_000;
      expect(await isGood(forged)).toBe(false);
      expect(world.loads).toBe(3);
    },
  );

  test("a key that was taken back is not believed once the keys are fetched anew", async () => {
    const { world, isGood, first, second } = await tenant();
    const token = await first.sign(claims);
    expect(await isGood(token)).toBe(true);
    world.published = [second.publicKey];
    world.nowMs += 11 * 60_000;
    expect(await isGood(token)).toBe(false);
  });

  test("while the tenant is away the last good keys serve, for a day and no longer", async () => {
    const { world, isGood, first } = await tenant();
    const token = await first.sign(claims);
    expect(await isGood(token)).toBe(true);
    world.isDown = true;
    world.nowMs += 23 * HOUR_MS;
    expect(await isGood(token)).toBe(true);
    world.nowMs += 2 * HOUR_MS;
    expect(await isGood(token)).toBe(false);
    world.isDown = false;
    world.nowMs += 60_000;
    expect(await isGood(token)).toBe(true);
  });

  test("keys for something else are not used for signatures", async () => {
    const { first } = await tenant();
    const other = createLocalJWKSet({ keys: [{ ...first.publicKey, use: "enc" }] });
    await expect(jwtVerify(await first.sign(claims), other)).rejects.toThrow();
  });
});
