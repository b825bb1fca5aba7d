/** Settings that are numbers: plain digits within bounds, so that `1e3` or `0x10` is a mistake
 *  and not a surprise. */
import { z } from "zod";

export const wholeNumber = (min: number, max: number) => {
  const message = `must be a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^[0-9]{1,9}$/, message)
    .transform(Number)
    .refine((value) => value >= min && value <= max, message);
};

export const decimal = (min: number, max: number) => {
  const message = `must be a number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^[0-9]{1,9}(\.[0-9]{1,6})?$/, message)
    .transform(Number)
    .refine((value) => value >= min && value <= max, message);
};
