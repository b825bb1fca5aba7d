/** A user as Exchange knows it.
 *  M1. Exchange knows mailboxes, mail users and guests. An account of the directory alone is no
 *      recipient, and does not become one.
 *  M2. A mail user has a mailbox when one was given to it or when a move has brought one. */
import type { Tables, User } from "../objects.ts";
import { see } from "../views.ts";
import type { Scene, View } from "../world.ts";
import { moveAt } from "./move-progress.ts";

export type MailSide = Tables["mail"];

const NOTHING: MailSide = {
  mailbox: false,
  exchangeGuid: null,
  archiveGuid: null,
  externalAddress: null,
  more: {},
};

export const mailSide = (scene: Scene, view: View, userId: string): MailSide =>
  see(scene, view, "mail", userId) ?? NOTHING;

export const isRecipient = (scene: Scene, view: View, { id, userType }: User): boolean =>
  userType === "Guest" || see(scene, view, "mail", id) !== null;

export const newSide = (externalAddress: string | null): MailSide => ({
  ...NOTHING,
  externalAddress: externalAddress === null ? null : `SMTP:${externalAddress}`,
});

export function isMailbox(scene: Scene, view: View, userId: string): boolean {
  if (mailSide(scene, view, userId).mailbox) return true;
  const move = see(scene, "truth", "moves", userId);
  return move !== null && moveAt(move, scene.now).status === "Completed";
}
