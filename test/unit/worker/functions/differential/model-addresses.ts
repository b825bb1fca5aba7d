/** Addresses as models see them. */
import { low } from "./model-names.ts";
import type { MailSide, Person } from "./world.ts";

export const emailOf = (written: string): string => low(written).replace(/^smtp:/, "");

export const isEmail = (written: string): boolean => !/^(?!smtp:)[a-z0-9]+:/i.test(written);

export const isMain = (written: string): boolean => written.startsWith("SMTP:");

/** Addresses belong to one person each: they tell what somebody was called. */
export const answersTo = ({ mailSide }: Person, name: unknown): boolean =>
  (mailSide?.addresses ?? []).some((each) => isEmail(each) && emailOf(each) === low(name));

/** The address first, and the one that was first among the others. */
export const withMain = (mail: MailSide, wanted: string): MailSide => {
  if (mail.addresses.some((each) => isMain(each) && emailOf(each) === low(wanted))) return mail;
  const others = mail.addresses.filter((each) => emailOf(each) !== low(wanted));
  const addresses = [`SMTP:${wanted}`, ...others.map((each) => each.replace(/^SMTP:/, "smtp:"))];
  return { ...mail, addresses };
};
