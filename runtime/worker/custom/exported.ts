/** What a module of one's own exports, whichever way it was written. */
import { pathToFileURL } from "node:url";

export async function exportedBy(path: string): Promise<unknown> {
  const { default: exported } = await import(pathToFileURL(path).href);
  // What a compiler made of a module with a default export, for CommonJS.
  const { __esModule: isCompiled, default: inner } = Object(exported);
  return isCompiled === true ? inner : exported;
}
