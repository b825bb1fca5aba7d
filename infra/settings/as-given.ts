/** Puts inputs in place as they were written. Some classes fill in defaults of a large input, which
 *  makes the whole of it unknown as long as one value in it is. Put in afterwards, only that
 *  value is unknown, and a plan and its policies can read the rest. */
import type { ResourceTransformation } from "@pulumi/pulumi";

/** `Args` are the arguments of the class, so that a wrong spelling does not compile. Pulumi hands
 *  its children in as well: they are left alone. */
export const asGiven =
  <Args extends object>(only: string, inputs: Partial<Args>): ResourceTransformation =>
  ({ type, props, opts }) =>
    type === only ? { props: { ...props, ...inputs }, opts } : undefined;
