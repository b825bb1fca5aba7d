/** Errors that custom code leaves behind where nobody waits for them: a promise that is not
 *  awaited, a timer that throws. They reach the process, not the call; this tells whose they
 *  are, so that a host need not end for them, and ends their call, which may wait for ever. */
import { AsyncLocalStorage } from "node:async_hooks";
import type { FunctionCall, WorkerFunction } from "../function.ts";

type Owner = { readonly name: string; readonly endCall: (thrown: unknown) => void };

const owners = new AsyncLocalStorage<Owner>();

/** The custom function or module whose error this is, after its call was ended; null: nobody's.
 *  For a host's handlers of `unhandledRejection` and `uncaughtException`. */
export function endStray(thrown: unknown): string | null {
  const owner = owners.getStore();
  owner?.endCall(thrown);
  return owner?.name ?? null;
}

/** Whatever `call` begins is its owner's. What ends the call counts even where the call itself
 *  went on as if nothing had been. */
export function owned<Value>(name: string, call: () => Promise<Value>): Promise<Value> {
  const { promise: stray, reject: endCall } = Promise.withResolvers<never>();
  const begun = async (): Promise<Value> => call();
  return owners.run({ name, endCall }, () => Promise.race([stray, begun()]));
}

/** Who listens to a signal is called by whoever aborts it; of this one, as the owner. */
function ownedSignal(signal: AbortSignal): AbortSignal {
  const aborting = new AbortController();
  const abort = AsyncLocalStorage.bind(() => aborting.abort());
  signal.addEventListener("abort", abort, { once: true });
  return aborting.signal;
}

export function withStrays({ prepare, ...made }: WorkerFunction): WorkerFunction {
  const { name } = made.manifest;
  const ownedCall =
    (call: FunctionCall): FunctionCall =>
    (context) =>
      owned(name, () => call({ ...context, signal: ownedSignal(context.signal) }));
  return {
    ...made,
    prepare: (parameters) => {
      const call = owners.run({ name, endCall: () => {} }, () => prepare(parameters));
      return call.ok ? { ok: true, value: ownedCall(call.value) } : call;
    },
  };
}
