/** Publishes the runbooks of a folder when the host starts: each text that is not the active
 *  version already becomes the next one. A file that is no runbook is told and left alone. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Settlement } from "../../bus/lock.ts";
import { RunbookName } from "../../contract/identifiers.ts";
import type { Engine } from "../../engine/engine.ts";
import { checkRunbook } from "../../runbook/check-runbook.ts";
import type { Store } from "../../store/store.ts";

export type PublishParts = {
  readonly engine: Pick<Engine, "publishRunbook" | "setAutomation">;
  readonly store: Pick<Store<Settlement>, "runbooks">;
  readonly complain: (sentence: string) => void;
};

export const BY = "local host";

/** `automated`: whether one that nobody has switched on or off yet is switched on. */
export async function publishFolder(
  parts: PublishParts,
  folder: string,
  automated: boolean,
): Promise<void> {
  const files = readdirSync(folder).filter((name) => name.endsWith(".yaml"));
  for (const file of files.sort()) {
    const yaml = readFileSync(join(folder, file), "utf8");
    const refused = await publishText(parts, yaml, automated);
    if (refused !== null) parts.complain(`${join(folder, file)} is not published: ${refused}`);
  }
}

/** Why it was not, or null. */
async function publishText(
  { engine, store }: PublishParts,
  yaml: string,
  automated: boolean,
): Promise<string | null> {
  const { runbook, problems } = checkRunbook({ file: "runbook", text: yaml }, { strict: false });
  if (runbook === null) {
    const wrong = problems.find(({ severity }) => severity === "error");
    return wrong?.message ?? "it is no runbook";
  }
  const name = RunbookName.parse(runbook.name);
  const active = await store.runbooks.active(name);
  if (!active.ok) return active.error.kind;
  if (active.value?.yaml !== yaml) {
    const published = await engine.publishRunbook({ yaml, publishedBy: BY });
    if (!published.ok) return published.error.kind;
  }
  const automation = await store.runbooks.automation(name);
  if (!automation.ok) return automation.error.kind;
  if (!automated || automation.value !== null) return null;
  const set = await engine.setAutomation(name, true, BY);
  return set.ok ? null : set.error.kind;
}
