/** Guarded changes of single rows. There is one statement for each combination of columns that
 *  decisions change together; a combination is compiled when it first occurs. */
import type { TableName } from "../../../domain/engine/writes.ts";
import { type EachUpdate, updateArguments } from "../flavour.ts";
import type { Operation } from "../operation.ts";
import { PLACES } from "../tables.ts";

export type PatchShape = {
  readonly table: TableName;
  readonly set: readonly string[];
  readonly add: readonly string[];
  readonly expect: readonly string[];
};

export function patchRows({ table, set, add, expect }: PatchShape): Operation {
  const update: EachUpdate = { ...PLACES[table], set, add, expect };
  const columns = [set.join(" "), add.join(" "), expect.join(" ")].join(", ");
  return {
    name: `patch ${table}: ${columns}`,
    takes: updateArguments(update),
    build: ({ flavour }) => flavour.updateEach(update),
  };
}
