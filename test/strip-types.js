/** Jest's transformer: Node's own type stripping, no second compiler. It is also the one module
 *  of ours that a worker process of Jest loads itself, outside of any test. */
import { stripTypeScriptTypes } from "node:module";
import { leaveAtOnce } from "./leave-at-once.js";

leaveAtOnce();

export default {
  /** @param {string} source */
  process: (source) => ({ code: stripTypeScriptTypes(source) }),
};
