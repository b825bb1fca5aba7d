/** Mail sent in somebody's name: it leaves nobody's house, it stays in the outbox to look at. */
import { isJsonObject, type JsonObject } from "../../../contract/json-object.ts";
import { answered, type Handler } from "../answer.ts";
import { idOf } from "../chance.ts";
import { isMailbox } from "../exchange/mail-side.ts";
import { hasRoom } from "../views.ts";
import { findUser } from "./find-object.ts";
import { badQuery, notThere, refuse } from "./graph-errors.ts";

export const sendMail: Handler = (scene, request) => {
  const key = request.path[2] ?? "";
  const user = findUser(scene, "directory", key);
  if (user === null) return refuse(scene, request, notThere(key));
  if (!isMailbox(scene, "truth", user.id)) {
    const message = "The mailbox is either inactive, soft-deleted, or is hosted on-premise.";
    return refuse(scene, request, { status: 404, code: "MailboxNotEnabledForRESTAPI", message });
  }
  const message = isJsonObject(request.body) ? request.body["message"] : undefined;
  if (!isJsonObject(message) || !hasRecipients(message)) {
    const text = "At least one recipient isn't valid.";
    return refuse(scene, request, { ...badQuery(text), code: "ErrorInvalidRecipients" });
  }
  if (!hasRoom(scene, "outbox")) return refuse(scene, request, badQuery("The outbox is full."));
  const id = idOf(scene.world.settings.seed, "mail", scene.world.tables.outbox.size);
  const sentAt = new Date(scene.now).toISOString();
  const value = { id, sentAt, from: user.userPrincipalName, message };
  return answered({ status: 202, headers: {}, body: null }, [{ table: "outbox", key: id, value }]);
};

const hasRecipients = (message: JsonObject): boolean => {
  const to = message["toRecipients"];
  return (
    Array.isArray(to) &&
    to.length > 0 &&
    to.every(
      (each) =>
        isJsonObject(each) &&
        isJsonObject(each["emailAddress"]) &&
        /^\S+@\S+$/.test(String(each["emailAddress"]["address"])),
    )
  );
};
