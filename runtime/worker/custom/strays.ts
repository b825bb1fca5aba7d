/** Errors that a custom function leaves behind where nobody waits for them: a promise that is
 *  not awaited, a timer that throws. They reach the process, not the call; this tells whose they
 *  are, so that a host need not end for them, and ends their call, which may wait for ever. */
import { AsyncLocalStorage } from "node:async_hooks";
import type { FunctionCall, WorkerFunction } from "../function.ts";

type Owner = { readonly name: string; readonly endCall: (thrown: unknown) => void };

const owners = new AsyncLocalStorage<Owner>();

/** The custom function whose error this is, after its call was ended; null: nobody's. For a
 *  host's handlers of `unhandledRejection` and `uncaughtException`. */
export function endStray(thrown: unknown): string | null {
  const owner = owners.getStore();
  owner?.endCall(thrown);
  return owner?.name ?? null;
}

export function withStrays({ prepare, ...made }: WorkerFunction): WorkerFunction {
  const { name } = made.manifest;
  const owned =
    (call: FunctionCall): FunctionCall =>
    (context) => {
      const { promise: stray, reject: endCall } = Promise.withResolvers<never>();
      return owners.run({ name, endCall }, () => Promise.race([call(context), stray]));
    };
  return {
    ...made,
    prepare: (parameters) => {
      const call = owners.run({ name, endCall: () => {} }, () => prepare(parameters));
      return call.ok ? { ok: true, value: owned(call.value) } : call;
    },
  };
}
