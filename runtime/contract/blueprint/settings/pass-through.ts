/** The one open set of settings: what a stack puts under `INSTANCE_` reaches the scaled
 *  containers without the prefix (C-004). The variable that names the subscription's key is
 *  meant for the scaler and stays behind. */

const PREFIX = "INSTANCE_";
const SUBSCRIPTION_KEY = "INSTANCE_SUBSCRIPTION_ENV_NAME";

export function instanceVariables(
  env: Readonly<Record<string, string | undefined>>,
  subscription: string,
): Readonly<Record<string, string>> {
  const passed = Object.entries(env).flatMap(([name, value]) =>
    name.startsWith(PREFIX) && name !== SUBSCRIPTION_KEY && value !== undefined
      ? [[name.slice(PREFIX.length), value] as const]
      : [],
  );
  const key = env[SUBSCRIPTION_KEY];
  const told = key === undefined || key === "" ? [] : [[key, subscription] as const];
  return Object.fromEntries([...passed, ...told]);
}
