/** The kinds of text a runbook document is made of: names, durations, offsets. Their patterns
 *  travel into the JSON Schema, so they use only what every regular-expression engine knows,
 *  and each of them reads its text in linear time. */
import { z } from "zod";
import { LIMITS } from "../limits.ts";

const CONTROL = "\\u0000-\\u001f\\u007f-\\u009f";

/** Service Bus allows 50 characters for a subscription, and ours begin with `worker-`. */
const WORKER_ID_CHARS = 43;

export const DURATION_PATTERN = /^[0-9]{1,9}[smhd]$/;
export const OFFSET_PATTERN = /^T-(?:0|[0-9]{1,9}[smhd])$/;

export const duration = () => z.string().regex(DURATION_PATTERN);
export const offset = () => z.string().regex(OFFSET_PATTERN);

/** A name for people: no control characters, no blank at either end. */
export const label = () =>
  z
    .string()
    .min(1)
    .max(LIMITS.nameChars)
    .regex(new RegExp(`^[^\\s${CONTROL}](?:[^${CONTROL}]*[^\\s${CONTROL}])?$`));

/** A name that also appears in addresses and table names. */
export const identifier = () =>
  z
    .string()
    .min(1)
    .max(LIMITS.nameChars)
    .regex(/^[A-Za-z0-9_](?:[A-Za-z0-9._ -]*[A-Za-z0-9_])?$/);

export const workerId = () =>
  z
    .string()
    .min(1)
    .max(WORKER_ID_CHARS)
    .regex(/^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?$/);
