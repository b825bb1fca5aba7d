/** A webhook of the tenant's administrators (`POST alerts/{name}`): what an alert says leaves
 *  nobody's house, it stays in the outbox to look at. */
import { z } from "zod";
import { type Answer, EMPTY, json } from "../answer.ts";
import { idOf } from "../chance.ts";
import { commit } from "../changes.ts";
import { hasRoom } from "../views.ts";
import type { Scene } from "../world.ts";

const Alert = z.object({ subject: z.string(), text: z.string() });

export function keepAlert(scene: Scene, name: string, body: unknown): Answer {
  const alert = Alert.safeParse(body);
  if (!alert.success) return refused(z.prettifyError(alert.error));
  if (!hasRoom(scene, "outbox")) return refused("The outbox is full.");
  const { settings, tables } = scene.world;
  const id = idOf(settings.seed, "mail", tables.outbox.size);
  const { subject, text: content } = alert.data;
  const message = { subject, body: { contentType: "Text", content } };
  const sentAt = new Date(scene.now).toISOString();
  const value = { id, sentAt, from: `webhook ${name}`, message };
  commit(scene, [{ table: "outbox", key: id, value }]);
  return EMPTY;
}

const refused = (message: string): Answer => json(400, { error: { code: "BadRequest", message } });
