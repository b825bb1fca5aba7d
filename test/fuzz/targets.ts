/** All fuzz targets. */
import { runTarget } from "./run-target.ts";
import type { FuzzTarget } from "./target.ts";
import { memberTables } from "./targets/member-tables.ts";
import { messages } from "./targets/messages.ts";
import { runbooks } from "./targets/runbooks.ts";
import { templates } from "./targets/templates.ts";
import { durations, offsets } from "./targets/times.ts";

/** A target with its input type closed over, so that targets of all types stand in one list. */
const closed = <Input>(target: FuzzTarget<Input>) => ({
  name: target.name,
  run: (options: { readonly inputs: number; readonly seed: number }) => runTarget(target, options),
});

export const TARGETS = [
  closed(runbooks),
  closed(templates),
  closed(durations),
  closed(offsets),
  closed(memberTables),
  closed(messages),
];
