/** What each invariant says and which hazards break it (docs of the platform's reliability, A and
 *  B.4): for whoever reads that one was broken. */

export type Invariant = { readonly says: string; readonly hazards: readonly string[] };

const of = (says: string, hazards: string): Invariant => ({
  says,
  hazards: hazards === "" ? [] : hazards.split(" "),
});

const INVARIANTS: Readonly<Record<string, Invariant>> = {
  I1: of("Whatever has not ended waits for something that comes.", "R01 R02 R03 R05 R08 R20 R28"),
  I2: of("A member is active in one batch of a runbook.", "R35 R36"),
  I3: of("A step of a member is there once.", "R16 R26 R37"),
  I4: of("A member has one job out, and its steps come in order.", "R16 R30 R37 R38"),
  I5: of("An answer counts for the attempt and the poll it answers.", "R02 R10 R13"),
  I6: of("A job has one effect.", "R07 R09"),
  I7: of("A message that comes twice changes nothing twice.", "R06 R08 R12 R30"),
  I8: of("A phase counts those who remain in it.", "R04 R06"),
  I9: of("A phase ends when nobody remains, and not before.", "R04 R23"),
  I10: of("What is over has nothing open in it.", "R23 R37 R41"),
  I11: of("Nothing is sent for what was failed, removed, paused or cancelled.", "R24 R27"),
  I12: of("Attempts grow by one, within the policy.", "R18"),
  I13: of("One poll is out at a time, none after the deadline.", "R11 R13 R14"),
  I14: of("Nothing stays overdue.", "R05 R14 R19 R20 R21"),
  I15: of("No phase begins before its time.", "R25 R42 R43 R44"),
  I16: of("One idempotency key has one effect and one answer.", "R17"),
  I17: of("What failed for good is undone once, in order.", "R15"),
  I18: of("Nothing is undone beside a job of the same member.", "R15 R36 R39"),
  I19: of("Every status change is an arrow of its table.", "R26 R27 R41"),
  I20: of("All attempts of a step are sent the same.", "R21 R22 R40"),
  I21: of("Nothing transient makes a dead letter.", "R28 R29"),
  I22: of("A message is settled after its commit.", "R01"),
  I23: of("Messages and rows stay within limits.", "R31 R45"),
  I24: of("A tick removes no more than the breaker lets through.", "R32 R33"),
  I25: of("A row is batched once.", "R33 R34 R35"),
  I26: of("A batch follows one version.", "R41"),
  I27: of("A batch ends as its members did.", "R23"),
  I28: of("Every change of state is in the log.", "R01 R15"),
  I29: of("The log has no gaps.", "R06"),
  I30: of("No secret is in anything that is told.", "R51"),
  I31: of("At the end queues and outbox are empty and leases given back.", "R03 R12 R42"),
  I32: of("Who lost the lease commits nothing.", "R42"),
  I33: of("Whatever happens has an actor.", "R17"),
  I34: of("Counts are those of the rows, and progress never goes back.", "R04 R23 R37"),
  I35: of("Every dead letter is an incident of its own, and the reverse.", "R19 R28"),
  I36: of("Wrong clocks change no outcome.", "R43"),
  I37: of("The same seed leaves the same trace.", ""),
  L1: of("No limit of jobs is exceeded.", "R30"),
  L2: of("A spent failure budget pauses its batch.", "R24"),
  R03: of("What was committed is published.", "R03"),
  R07: of("What is one's to publish is nobody else's while the claim lasts.", "R07"),
  R08: of("A result is published before its job is settled.", "R08"),
  R09: of("What must not run twice is not tried again unasked.", "R09"),
  R11: of("Every job has an id of its own.", "R11"),
  R19: of("A job counts as out while it is out.", "R19"),
  R20: of("No job is for a worker that nobody registered.", "R20"),
  R30: of("What a living host has in hand is given to nobody else.", "R30"),
  R36: of("One batch at a time works on a member.", "R36"),
  X64: of("A batch that ends has run its finalize steps once.", "R01 R27"),
  reference: of("A member ends as the sequential model allows.", "R01 R09"),
  stuck: of("A calm platform comes to rest.", "R01 R03 R05 R19 R23"),
  bug: of("No part of the platform meets a bug of its own.", ""),
  threw: of("A run does not throw.", ""),
};

const UNKNOWN: Invariant = of("It has no description.", "");

export const invariantNamed = (id: string): Invariant => INVARIANTS[id] ?? UNKNOWN;
