/** Puts inputs in place as they were written. Some classes fill in defaults of a large input, which
 *  makes the whole of it unknown as long as one value in it is. Put in afterwards, only that
 *  value is unknown, and a plan and its policies can read the rest. */
import type { ResourceTransformation } from "@pulumi/pulumi";

/** `Args` are the arguments of the class, so that a wrong spelling does not compile. */
export const asGiven =
  <Args extends object>(inputs: Partial<Args>): ResourceTransformation =>
  ({ props, opts }) => ({ props: { ...props, ...inputs }, opts });
