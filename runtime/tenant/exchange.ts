/** The mail side of a tenant (Exchange Online), by what functions do with it. The only complete
 *  way in besides PowerShell is the endpoint which Microsoft's own module uses and which is
 *  neither documented nor supported; whoever implements this port says which way it goes. */
import type { Answer } from "./directory.ts";

export type RecipientKind = "mailbox" | "mail-user" | "group" | "other";

export type Recipient = {
  /** The directory's object id; Exchange's own GUID for a dynamic group, which the directory does
   *  not have. */
  readonly id: string;
  readonly kind: RecipientKind;
  readonly primaryAddress: string;
  /** With their prefixes, as Exchange has them: `SMTP:` is the primary one, `smtp:` the others,
   *  `x500:` and the like are kept as they are. */
  readonly emailAddresses: readonly string[];
  readonly externalAddress: string | null;
  readonly exchangeGuid: string | null;
  readonly archiveGuid: string | null;
};

/** Only what is named is changed. There is no way to set the list of addresses as a whole: whoever
 *  reads it may see an old one, and would write back what others have changed since. */
export type RecipientChanges = {
  /** With their prefixes. One that is there already stays as it is, a primary one too. */
  readonly addAddresses?: readonly string[];
  /** One that is not there is no failure; a primary one is refused. */
  readonly removeAddresses?: readonly string[];
  readonly externalAddress?: string;
  readonly exchangeGuid?: string;
  readonly archiveGuid?: string;
};

export type NewMailUser = {
  readonly userPrincipalName: string;
  readonly displayName: string;
  /** Where its mail goes; its first address, too. */
  readonly externalAddress: string;
};

/** `synced`: everything is copied, and the move waits to be completed. `suspended`: somebody
 *  stopped it, however far it was. */
export type MoveState = "queued" | "in-progress" | "suspended" | "synced" | "completed" | "failed";

export type MailboxMove = {
  readonly identity: string;
  readonly state: MoveState;
  readonly percentComplete: number;
  /** Why it failed, in Exchange's words. */
  readonly detail: string | null;
};

export type Exchange = {
  /** By object id, user principal name or any address. */
  readonly findRecipient: (identity: string) => Answer<Recipient | null>;
  /** An account that is a mail user from its beginning: nothing in Exchange Online makes one of an
   *  account that is only in the directory. It may sign in, with a password that nobody is told.
   *  A `conflict` means that its name or its address is taken: look who has it. */
  readonly createMailUser: (user: NewMailUser) => Answer<{ readonly id: string }>;
  /** Set-MailUser or Set-Mailbox, by the recipient's kind. */
  readonly updateRecipient: (
    recipient: Pick<Recipient, "id" | "kind">,
    changes: RecipientChanges,
  ) => Answer<void>;
  /** The address becomes the primary one, whether it was there or not; the one that was primary
   *  stays as another. */
  readonly setPrimaryAddress: (
    recipient: Pick<Recipient, "id" | "kind">,
    address: string,
  ) => Answer<void>;
  /** Direct members of a distribution group, as object ids, at most `max`. */
  readonly groupMembers: (
    group: string,
    max: number,
  ) => Answer<{ readonly ids: readonly string[]; readonly more: boolean }>;
  /** A `conflict` means that the mailbox has a move already: ask for its state. */
  readonly startMove: (move: {
    readonly identity: string;
    readonly targetDeliveryDomain: string;
    readonly remoteHost: string;
  }) => Answer<void>;
  readonly findMove: (identity: string) => Answer<MailboxMove | null>;
};
