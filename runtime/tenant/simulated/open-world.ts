/** A tenant's state from its beginning or from its journal, and back to its beginning. */
import { fail, ok, type Result } from "../../contract/result.ts";
import { settleCompany } from "./company/settle-company.ts";
import type { FaultProfile } from "./faults/fault-profile.ts";
import { freshFaults } from "./faults/fault-state.ts";
import {
  COMPANY_MAKE,
  compacted,
  headLine,
  type JournalFailure,
  type JournalHead,
  readHead,
  replay,
} from "./journal.ts";
import type { TenantJournal } from "./journal-place.ts";
import { TABLE_NAMES } from "./objects.ts";
import type { CompanySize, TenantSettings } from "./settings.ts";
import { emptyWorld, type World } from "./world.ts";

export type OpenWorld = {
  readonly world: World;
  /** Everything as it was before the first request. */
  readonly reset: () => void;
};

/** A journal this much longer than what it leads to is written anew. */
const WASTE_FACTOR = 4;
const WASTE_LINES = 1_000;

export function openWorld(
  settings: TenantSettings,
  company: CompanySize,
  profile: FaultProfile,
  journal: TenantJournal | null,
  now: number,
): Result<OpenWorld, JournalFailure> {
  const world = emptyWorld(settings, freshFaults(profile), journal);
  const fresh: JournalHead = { make: COMPANY_MAKE, seed: settings.seed, company, startedAt: now };
  settleCompany(world, company);
  const opened = journal === null ? ok(fresh) : openJournal(world, journal, fresh);
  if (!opened.ok) return opened;
  const reset = (): void => {
    journal?.replace(headLine(opened.value));
    forget(world);
    world.faults.profile = profile;
    settleCompany(world, company);
  };
  return ok({ world, reset });
}

function openJournal(
  world: World,
  journal: TenantJournal,
  fresh: JournalHead,
): Result<JournalHead, JournalFailure> {
  const text = journal.read();
  const head = readHead(text);
  if (!head.ok) return head;
  if (head.value === null) {
    journal.replace(headLine(fresh));
    return ok(fresh);
  }
  const { seed, company } = head.value;
  const same =
    seed === fresh.seed &&
    company.people === fresh.company.people &&
    company.domain === fresh.company.domain;
  if (!same) {
    const kept = `${company.people} people of ${company.domain}, seed "${seed}"`;
    const message =
      `The tenant kept here has ${kept}: ask for the same one, ` +
      "or remove its journal to begin another.";
    return fail({ kind: "other-company", message });
  }
  const lines = replay(world, text);
  if (!lines.ok) return lines;
  const isTorn = !text.endsWith("\n");
  const isLong = lines.value > world.written.size * WASTE_FACTOR + WASTE_LINES;
  if (isTorn || isLong) journal.replace(compacted(world, head.value));
  return ok(head.value);
}

function forget(world: World): void {
  for (const name of TABLE_NAMES) world.tables[name].clear();
  for (const index of Object.values(world.indexes)) index.clear();
  world.written.clear();
  world.faults.rules = [];
  world.faults.counted.clear();
  world.faults.seen.clear();
}
