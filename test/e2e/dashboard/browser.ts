/** A real browser without a window: the one inside its npm package, unpacked where temporary files
 *  go. Nothing need be installed on the machine. */
import sparticuz from "@sparticuz/chromium";
import { type Browser, chromium } from "playwright-core";

/** Meant for a place that has one process only; pages would end with their first context. */
const UNWANTED: ReadonlySet<string> = new Set(["--single-process", "--disable-web-security"]);

export async function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: await sparticuz.executablePath(),
    args: sparticuz.args.filter((word) => !UNWANTED.has(word)),
    headless: true,
  });
}
