/** Time that a test need not wait for: it passes as soon as nothing is under way. */
import type { ManualClock } from "../../../runtime/time/manual/manual-clock.ts";

type CountedFetch = {
  readonly fetch: typeof globalThis.fetch;
  readonly isIdle: () => boolean;
  /** The addresses asked so far. */
  readonly asked: readonly string[];
};

/** Reads bodies to their end, so that it knows when nothing is under way. */
export function countedFetch(): CountedFetch {
  let open = 0;
  const asked: string[] = [];
  return {
    isIdle: () => open === 0,
    asked,
    fetch: async (input, init) => {
      open += 1;
      asked.push(String(input));
      try {
        const { status, headers, ...response } = await withBody(
          await globalThis.fetch(input, init),
        );
        return new Response(response.body, { status, headers });
      } finally {
        open -= 1;
      }
    },
  };
}

async function withBody(response: Response) {
  const bytes = await response.arrayBuffer();
  const body = bytes.byteLength === 0 ? null : bytes;
  return { status: response.status, headers: response.headers, body };
}

/** Lets time pass while nothing is under way, until the answer is there. */
export const hurried =
  (clock: ManualClock, isIdle: () => boolean) =>
  async <Value>(promise: Promise<Value>): Promise<Value> => {
    let isDone = false;
    const done = promise.finally(() => {
      isDone = true;
    });
    done.catch(() => undefined);
    for (;;) {
      await new Promise((resolve) => setImmediate(resolve));
      if (isDone) return done;
      const next = clock.next();
      if (isIdle() && next !== null) clock.advance(next.getTime() - clock.now().getTime());
    }
  };
