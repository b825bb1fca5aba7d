/** Text that names something, one type per kind. Such text ends up in URLs, blob paths,
 *  SQL views, queries and Azure resource names, so each kind has a closed set of characters and
 *  a length, and code that builds any of those takes the type, never a bare string.
 *  Every rule is idempotent: reading what was read changes nothing. */
import { z } from "zod";
import { LIMITS } from "./limits.ts";
import { RUNBOOK_NAME_PATTERN } from "./name-pattern.ts";

/** Controls, format characters (zero-width, direction), lone surrogates, line separators. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;
const GUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

const isVisible = (text: string): boolean => !INVISIBLE.test(text);
const VISIBLE = "must not contain control or invisible characters";

/** A name people write in a runbook: any letters, spaces inside, exact comparison. */
const label = () =>
  z
    .string()
    .normalize("NFC")
    .min(1)
    .max(LIMITS.nameChars)
    .refine(isVisible, VISIBLE)
    .refine((text) => text === text.trim(), "must not begin or end with a space");

/** As people name their runbooks, without what an address, a path or a shell would need
 *  escaped; compared exactly. */
export const RunbookName = z
  .string()
  .normalize("NFC")
  .max(LIMITS.nameChars)
  .regex(RUNBOOK_NAME_PATTERN)
  .brand<"RunbookName">();
export type RunbookName = z.output<typeof RunbookName>;

export const PhaseName = label().brand<"PhaseName">();
export type PhaseName = z.output<typeof PhaseName>;

export const StepName = label().brand<"StepName">();
export type StepName = z.output<typeof StepName>;

/** As runbooks may write it. It becomes part of a subscription's name, which Service Bus does not
 *  tell apart by case; an estate therefore registers workers in lower case only. */
export const WorkerId = z
  .string()
  .max(LIMITS.workerIdChars)
  .regex(/^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?$/)
  .brand<"WorkerId">();
export type WorkerId = z.output<typeof WorkerId>;

/** Case rule (R55): a key is trimmed, composed (NFC) and lower-cased, so that equality is `===`
 *  in code and binary in both databases. A source that changes the spelling of an address then
 *  does not remove one person and add another; a source whose keys differ only by case gets a
 *  visible "duplicate key" instead. What is sent to workers comes from the member's columns and
 *  keeps its case. */
export const MemberKey = z
  .string()
  .overwrite((text) => text.normalize("NFC").trim().toLowerCase().normalize("NFC"))
  .min(1)
  .max(LIMITS.memberKeyChars)
  .refine(isVisible, VISIBLE)
  .brand<"MemberKey">();
export type MemberKey = z.output<typeof MemberKey>;

export const RunId = z.string().toLowerCase().regex(GUID, "must be a GUID").brand<"RunId">();
export type RunId = z.output<typeof RunId>;

export const ScenarioName = z
  .string()
  .regex(/^[a-z0-9-]{1,63}$/)
  .brand<"ScenarioName">();
export type ScenarioName = z.output<typeof ScenarioName>;
