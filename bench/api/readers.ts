/** Hundreds of people who each look once a second, in a process of their own: every one has a
 *  connection that stays open. Prints how long each answer took. Started by `measure-api.ts`. */
import { Agent, get } from "node:http";
import { z } from "zod";

const Given = z.object({
  url: z.url(),
  token: z.string(),
  readers: z.int(),
  warmUpSec: z.int(),
  seconds: z.int(),
  batches: z.int(),
  membersPerBatch: z.int(),
});
type Given = z.output<typeof Given>;

const given = Given.parse(JSON.parse(process.argv[2] ?? "{}"));
const tookMs: number[] = [];
let errors = 0;
let requests = 0;

/** Always the same for one reader and round, unlike for the next. */
function addressFor({ batches, membersPerBatch }: Given, reader: number, round: number): string {
  const mixed = (reader * 7_919 + round * 104_729) >>> 0;
  const batch = 1 + (mixed % batches);
  const member = (batch - 1) * membersPerBatch + 1 + (mixed % membersPerBatch);
  const addresses = [
    `/api/batches/${batch}`,
    "/api/batches",
    `/api/batches/${batch}/phases`,
    `/api/batches/${batch}/members`,
    `/api/batches/${batch}/steps?memberId=${member}`,
    `/api/batches/${batch}/steps?status=failed`,
    `/api/batches?status=active`,
    `/api/batches/${batch}/steps`,
  ];
  return addresses[mixed % addresses.length] ?? "/api/batches";
}

function ask(agent: Agent, path: string, counts: boolean): void {
  const begun = performance.now();
  const { hostname, port } = new URL(given.url);
  const headers = { authorization: `Bearer ${given.token}` };
  const ended = (isGood: boolean): void => {
    if (!counts) return;
    requests += 1;
    if (isGood) tookMs.push(performance.now() - begun);
    else errors += 1;
  };
  const request = get({ agent, hostname, port, path, headers }, (answer) => {
    answer.on("end", () => ended(answer.statusCode === 200)).resume();
  });
  request.on("error", () => ended(false));
}

const total = given.warmUpSec + given.seconds;
const timers = Array.from({ length: given.readers }, (_, reader) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let round = 0;
  const look = (): void => {
    ask(agent, addressFor(given, reader, round), round >= given.warmUpSec);
    round += 1;
    if (round === total) clearInterval(timers[reader]);
  };
  const first = (reader * 1_000) / given.readers;
  setTimeout(() => {
    timers[reader] = setInterval(look, 1_000);
    look();
  }, first);
  return undefined as NodeJS.Timeout | undefined;
});

setTimeout(
  () => {
    tookMs.sort((one, other) => one - other);
    process.stdout.write(`${JSON.stringify({ requests, errors, tookMs })}\n`, () => process.exit());
  },
  (total + 2) * 1_000,
);
