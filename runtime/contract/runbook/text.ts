/** The kinds of name a runbook document is made of. Their patterns travel into the JSON Schema,
 *  so they use only what every regular-expression engine knows, and each of them reads its text
 *  in linear time. */
import { z } from "zod";
import { LIMITS } from "../limits.ts";
import { INVISIBLE, RUNBOOK_NAME_PATTERN } from "../name-pattern.ts";

/** A name for people: nothing invisible, no blank at either end. */
export const label = () =>
  z
    .string()
    .normalize("NFC")
    .min(1)
    .max(LIMITS.nameChars)
    .regex(new RegExp(`^[^\\s${INVISIBLE}](?:[^${INVISIBLE}]*[^\\s${INVISIBLE}])?$`));

/** A name that also appears in addresses, tables and settings. */
export const identifier = () =>
  z
    .string()
    .min(1)
    .max(LIMITS.nameChars)
    .regex(/^[A-Za-z0-9_](?:[A-Za-z0-9._-]*[A-Za-z0-9_])?$/);

/** As `RunbookName` of the contract has it. */
export const runbookName = () =>
  z.string().normalize("NFC").min(1).max(LIMITS.nameChars).regex(RUNBOOK_NAME_PATTERN);

/** As `WorkerId` of the contract has it: part of a subscription's name. */
export const workerId = () =>
  z
    .string()
    .min(1)
    .max(LIMITS.workerIdChars)
    .regex(/^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?$/);
