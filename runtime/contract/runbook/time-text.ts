/** Durations and offsets as a document writes them. How long they may be is checked by
 *  `runtime/runbook`; the patterns only know their form. */
import { z } from "zod";

export const DURATION_PATTERN = /^[0-9]{1,9}[smhd]$/;
export const OFFSET_PATTERN = /^T-(?:0|[0-9]{1,9}[smhd])$/;

export const duration = () => z.string().regex(DURATION_PATTERN);
export const offset = () => z.string().regex(OFFSET_PATTERN);
