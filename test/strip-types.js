/** Jest's transformer: Node's own type stripping, no second compiler. */
import { stripTypeScriptTypes } from "node:module";

export default {
  /** @param {string} source */
  process: (source) => ({ code: stripTypeScriptTypes(source) }),
};
