/** A service behind real HTTP on loopback whose time is virtual: the clock goes on only when no
 *  byte is under way, so what is measured does not depend on the machine. The answer is decided
 *  when half of the latency has passed and sent when all of it has. */
import { Agent, createServer, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate } from "node:timers/promises";
import { type ManualClock, manualClock } from "../../runtime/time/manual/manual-clock.ts";
import { type Limit, limitOf } from "./limits.ts";
import type { Profile } from "./profiles.ts";

export type Answer = { readonly status: number; readonly retryAfterMs: number | null };

export type Wire = {
  readonly clock: ManualClock;
  readonly call: () => Promise<Answer>;
  /** Lets virtual time pass up to there. */
  readonly runUntil: (endMs: number) => Promise<void>;
  readonly close: () => Promise<void>;
};

export async function openWire(profile: Profile): Promise<Wire> {
  const clock = manualClock(new Date(0));
  const limit = limitOf(profile.shape, profile.heights);
  const underway = { count: 0 };
  const server = createServer((asked, response) => {
    asked.resume();
    underway.count -= 1;
    answerLater({ clock, limit, profile, underway, response });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true });
  return {
    clock,
    call: () => call({ port, agent, underway }),
    runUntil: async (endMs) => {
      for (;;) {
        await setImmediate();
        if (underway.count > 0) continue;
        const next = clock.next()?.getTime();
        if (next === undefined || next > endMs) return;
        clock.advance(next - clock.now().getTime());
      }
    },
    close: async () => {
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

type Underway = { count: number };

type Later = {
  readonly clock: ManualClock;
  readonly limit: Limit;
  readonly profile: Profile;
  readonly underway: Underway;
  readonly response: ServerResponse;
};

function answerLater({ clock, limit, profile, underway, response }: Later): void {
  const halfMs = profile.latencyMs / 2;
  const after = (ms: number): Date => new Date(clock.now().getTime() + ms);
  clock.at(after(halfMs), () => {
    const verdict = limit(clock.now().getTime());
    const told =
      verdict.admitted || !profile.tells
        ? {}
        : { "retry-after": String(Math.max(1, Math.ceil(verdict.retryAfterMs / 1_000))) };
    clock.at(after(halfMs), () => {
      underway.count += 1;
      response.writeHead(verdict.admitted ? 204 : 429, told).end();
    });
  });
}

type Calling = { readonly port: number; readonly agent: Agent; readonly underway: Underway };

const call = ({ port, agent, underway }: Calling): Promise<Answer> =>
  new Promise((resolve, reject) => {
    underway.count += 1;
    const asked = request({ host: "127.0.0.1", port, agent, method: "GET" }, (answer) => {
      answer.resume().on("end", () => {
        underway.count -= 1;
        const told = answer.headers["retry-after"];
        const retryAfterMs = told === undefined ? null : Number(told) * 1_000;
        resolve({ status: answer.statusCode ?? 0, retryAfterMs });
      });
    });
    asked.on("error", reject).end();
  });
