/** How the preview starts Pulumi's own runners: the environment that they get, and no more. A plan
 *  made offline must not depend on who is logged in where. */
import path from "node:path";

/** Compiled code is kept between runs beside the packages that it comes from; where that folder
 *  cannot be written, Node goes on without. */
export const childEnvironment = (root: string): Readonly<Record<string, string>> => ({
  NODE_COMPILE_CACHE: path.join(root, "node_modules/.cache/drover-preview"),
});
