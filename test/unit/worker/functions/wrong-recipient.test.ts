import { expect, test } from "@jest/globals";
import { wrongRecipient } from "../../../../runtime/worker/functions/support/wrong-recipient.ts";

test.each([
  ["mailbox", "mail user", /^ann is a mailbox .*skip the step\.$/],
  ["group", "mail user", /^ann is a group .*Name a mail user in the step\.$/],
  ["other", "mailbox or mail user", /^ann is a recipient of another kind .*Name a mailbox/],
  ["mail-user", "group", /^ann is a mail user in Exchange, not a group.*Name a group/],
] as const)("a %s where a %s is wanted: who, what and what to do next", (kind, wanted, text) => {
  const { error } = wrongRecipient("ann", kind, wanted);
  expect(error).toMatchObject({ code: "wrong_recipient", message: expect.stringMatching(text) });
});
