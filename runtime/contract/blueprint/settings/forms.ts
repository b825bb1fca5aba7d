/** The forms that setting values take. Values arrive as text; messages say what is expected and
 *  never repeat what was given, because it may be secret. */
import { z } from "zod";

export const text = z.string().min(1);

/** A host name with at least one dot, such as a Service Bus namespace or a SQL server. */
export const hostName = z
  .string()
  .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/i, "must be a full host name, without a scheme");

export const guid = z.guid("must be a GUID");

export const httpsUrl = z.url({ protocol: /^https$/, error: "must be an https address" });

/** `true` or `false`, in any case: what an app setting can say without doubt. */
export const flag = z.stringbool({
  truthy: ["true"],
  falsy: ["false"],
  error: "must be true or false",
});

export const list = z.string().transform((value) =>
  value
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== ""),
);

export const oneOf = <const Choice extends readonly [string, ...string[]]>(choices: Choice) =>
  z.enum(choices, { error: `must be one of ${choices.join(", ")}` });
