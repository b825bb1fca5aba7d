/** The id under which a service's own log knows a job's calls. Services want a UUID there, so it
 *  is made from the job's id: whoever has one can compute the other's. */
import { createHash } from "node:crypto";
import type { JobId } from "../../../contract/job-id.ts";

/** A UUID of version 8: from the first half of the job id's SHA-256. */
export function requestIdOf(jobId: JobId): string {
  const hex = createHash("sha256").update(jobId).digest("hex");
  const variant = "89ab".charAt(Number.parseInt(hex.charAt(16), 16) % 4);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join("-");
}
