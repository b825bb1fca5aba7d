/** A stack of a copy, read as the offline preview reads it. */
import { readStack, type Stack } from "../../../infra/preview/stack-config.ts";

export async function stackOf(root: string, name: string): Promise<Stack> {
  const stack = await readStack(root, name);
  if (!stack.ok) throw new Error(stack.error);
  return stack.value;
}
