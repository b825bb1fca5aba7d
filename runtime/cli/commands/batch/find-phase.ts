/** The phase of a batch that a word stands for: its name, or a beginning that only one has. A
 *  name that several versions have means the newest. */
import type { BatchDetail } from "../../../contract/http/batches.ts";
import type { PhaseExecution } from "../../../contract/http/phases.ts";
import type { Result } from "../../../contract/result.ts";
import type { CliError } from "../../cli-error.ts";
import { chosen } from "../../client/choose.ts";

export const findPhase = (
  { id, phases }: BatchDetail,
  word: string,
): Result<PhaseExecution, CliError> =>
  chosen(
    phases.toSorted((a, b) => b.runbookVersion - a.runbookVersion),
    ({ phaseName }) => phaseName,
    word,
    { what: "phase", list: `drover batch phases ${id}` },
  );
