/** The parts that parameters of many functions are made of. A cell that is empty reaches a
 *  function as "" or null; optional values take both for "not given". */
import { z } from "zod";
import { LIMITS } from "../../../contract/limits.ts";

const GUID = /^\{?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\}?$/i;
const ADDRESS = /^[^\s@]+@[^\s@]+$/;
/** Longest address that mail allows, with a prefix such as `smtp:`. */
const ADDRESS_CHARS = 330;

export const text = z
  .string("must be text")
  .min(1, "must not be empty")
  .max(LIMITS.memberKeyChars, `must have at most ${LIMITS.memberKeyChars} characters`);

/** Cells of a number column are numbers, and mean their digits. */
export const optionalText = z
  .union([z.string().max(LIMITS.memberKeyChars), z.number()], "must be text")
  .nullish();

export const address = text
  .max(ADDRESS_CHARS)
  .regex(ADDRESS, "must be a mail address, such as ann@contoso.com");

export const guid = (otherwise = "must be a GUID") =>
  z.string("must be text").regex(GUID, otherwise);

export const optionalGuid = z
  .union([guid(), z.literal("")], "must be a GUID, or empty")
  .nullish()
  .describe("A GUID; left as it is where this is empty.");

/** One address, or a list of them; with or without prefix. */
export const addresses = z
  .union(
    [text.max(ADDRESS_CHARS), z.array(text.max(ADDRESS_CHARS)).min(1).max(LIMITS.csvColumns)],
    "must be an address or a list of addresses",
  )
  .describe("One address or a list; a prefix such as smtp: or x500: may stand in front.");

/** The text of a value that was given, null where it was not. */
export const given = (value: string | number | null | undefined): string | null =>
  value === undefined || value === null || value === "" ? null : String(value);
