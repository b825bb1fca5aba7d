/** What the functions of Exchange should do. */
import type { JsonObject } from "../../../../../runtime/contract/json-object.ts";
import { answersTo, emailOf, isEmail, isMain, withMain } from "./model-addresses.ts";
import { absent, check, isEmptyNow, isMemberAs } from "./model-checks.ts";
import { type Rule, tellDifference } from "./model-differences.ts";
import { holds, low, NOBODY_YET } from "./model-names.ts";
import { type Asked, DONE, FAILED, forPerson, type Model, set } from "./model-parts.ts";
import type { MailSide, Person } from "./world.ts";

const forMail = (then: (mail: MailSide, asked: Asked) => MailSide | null): Model =>
  forPerson((person, asked) => {
    if (person.mailSide === null) return FAILED;
    const mailSide = then(person.mailSide, asked);
    return mailSide === null ? FAILED : set(person, { mailSide });
  });

const inMailGroup: Model = ({ world, person, params }) => {
  const { name, members } = world.mailGroup;
  if (params["GroupName"] !== name) return FAILED;
  if (params["ExpectEmpty"]) return isEmptyNow(members.length);
  const isMember = person?.mailSide != null && members.includes(person.tag ?? "");
  return isMemberAs(params["ExpectMember"] ?? true, isMember);
};

const moreAddresses = forMail((mail, { params }) => {
  const added = [params["EmailAddresses"]].flat().map(String);
  const missing = added.filter(
    (each, index) =>
      !mail.addresses.some((present) => isEmail(present) && emailOf(present) === emailOf(each)) &&
      added.findIndex((other) => emailOf(other) === emailOf(each)) === index,
  );
  const addresses = [
    ...mail.addresses,
    ...missing.map((each) => each.replace(/^(?:smtp:)?/i, "smtp:")),
  ];
  return { ...mail, addresses };
});

const newPrimary = forMail((mail, { params }) => withMain(mail, String(params["EmailAddress"])));

const allAddresses = forMail((mail, { params }) => {
  const wanted = params["EmailAddresses"] as readonly string[];
  const main = wanted.find(isMain) ?? mail.addresses.find(isMain) ?? "";
  const rest = wanted.filter(
    (each, index) =>
      emailOf(each) !== emailOf(main) &&
      wanted.findIndex((other) => emailOf(other) === emailOf(each)) === index,
  );
  const other = mail.addresses.filter((each) => !isEmail(each));
  const addresses = [main, ...rest.map((each) => each.replace(/^(?:smtp:)?/i, "smtp:")), ...other];
  return { ...mail, addresses };
});

const newMailUser: Model = ({ world, params }) => {
  const external = String(params["ExternalAddress"]);
  const upn = String(params["UserPrincipalName"]);
  const holder = holds(world, upn);
  if (holder !== undefined) {
    const { kind, external: present } = holder.mailSide ?? { kind: null, external: null };
    return kind === "mail-user" && low(present) === low(external) ? DONE : FAILED;
  }
  const isTaken = world.people.some(
    (each) => answersTo(each, external) || low(each.mail) === low(external),
  );
  if (isTaken) return FAILED;
  const arrives: Person = {
    ...NOBODY_YET,
    upn,
    displayName: String(params["DisplayName"]),
    isEnabled: true,
    profile: { mailNickname: upn.split("@")[0] },
    mail: external,
    mailSide: {
      kind: "mail-user",
      addresses: [`SMTP:${external}`],
      external,
      guid: null,
      archive: null,
    },
  };
  return { answer: "done", arrives };
};

const routed = forMail((mail, { params }) => {
  const external = String(params["ExternalAddress"]);
  if (mail.kind === "mail-user") return { ...mail, external };
  return mail.external !== null && low(mail.external) === low(external) ? mail : null;
});

const guids = forMail((mail, { params }) => {
  const guid = low(params["ExchangeGuid"]);
  const archive = params["ArchiveGuid"] ? low(params["ArchiveGuid"]) : mail.archive;
  if (guid === mail.guid && archive === mail.archive) return mail;
  return mail.kind === "mail-user" ? { ...mail, guid, archive } : null;
});

const MAIL_RULES: Readonly<Record<string, Rule>> = {
  EmailAddresses: "address",
  PrimarySmtpAddress: "mail",
  ExternalEmailAddress: "mail",
  ExchangeGuid: "guid",
  ArchiveGuid: "guid",
};

const mailMatches: Model = ({ person, params }) => {
  const mail = person?.mailSide;
  if (!mail) return check(absent("recipient"));
  const actual: Readonly<Record<string, unknown>> = {
    EmailAddresses: mail.addresses,
    PrimarySmtpAddress: mail.addresses.find(isMain)?.slice("SMTP:".length),
    ExternalEmailAddress: mail.external,
    ExchangeGuid: mail.guid ?? "",
    ArchiveGuid: mail.archive ?? "",
    RecipientType: mail.kind,
  };
  return check(
    Object.entries(params["Expected"] as JsonObject).flatMap(([name, expected]) =>
      tellDifference(name, {
        expected,
        actual: actual[name],
        rule: MAIL_RULES[name] ?? "as written",
        mayHoldMore: params["MultiValues"] !== "equal",
      }),
    ),
  );
};

const moves = forPerson((person, { params }) => {
  if (person.mailSide === null || person.move === "failed") return FAILED;
  if (person.move !== "none") return DONE;
  // Whoever has a mailbox here cannot be brought another.
  if (person.mailSide.kind === "mailbox") return FAILED;
  const movedFrom = `${params["RemoteHost"]} to ${params["TargetDeliveryDomain"]}`;
  return set(person, { move: "queued", movedFrom });
});

const moveStatus: Model = ({ person, params }) => {
  if (person === null || person.move === "none" || person.move === "failed") return FAILED;
  const ends = params["Until"] === "synced" ? ["synced", "completed"] : ["completed"];
  return { answer: ends.includes(person.move) ? "done" : "not yet" };
};

export const MAIL_MODEL: Readonly<Record<string, Model>> = {
  "New-ExchangeMailUser": newMailUser,
  "Add-ExchangeSecondaryEmail": moreAddresses,
  "Set-ExchangePrimaryEmail": newPrimary,
  "Set-ExchangeProxyAddresses": allAddresses,
  "Set-ExchangeExternalAddress": routed,
  "Set-ExchangeMailUserGuids": guids,
  "Test-ExchangeAttributeMatch": mailMatches,
  "Test-ExchangeGroupMembership": inMailGroup,
  "Start-ExchangeMailboxMove": moves,
  "Get-ExchangeMailboxMoveStatus": moveStatus,
};
