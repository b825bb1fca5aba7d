/** Workers and limits, in SQLite. */
import type { WorkerManifest } from "../../contract/manifest.ts";
import { json } from "../operations/columns.ts";
import { rowOf } from "../operations/row-codec.ts";
import { deleteLimit } from "../operations/worker/delete-limit.ts";
import { insertLimit } from "../operations/worker/insert-limit.ts";
import { insertWorker } from "../operations/worker/insert-worker.ts";
import { listLimits } from "../operations/worker/list-limits.ts";
import { listWorkers } from "../operations/worker/list-workers.ts";
import { noteSeen } from "../operations/worker/note-seen.ts";
import { slotsOfLimit } from "../operations/worker/slots-of-limit.ts";
import { updateLimit } from "../operations/worker/update-limit.ts";
import { updateWorker } from "../operations/worker/update-worker.ts";
import type { Workers } from "../workers.ts";
import type { Access } from "./access.ts";
import { keepAnswers } from "./answers.ts";
import { recordEvents } from "./platform-events.ts";

const MANIFEST = json<WorkerManifest>("manifest_json");

export function workerRows(access: Access): Workers {
  const { statements, writer, now, read } = access;
  return {
    register: (manifests, events = []) =>
      writer.write(() => {
        const at = now().toISOString();
        for (const manifest of manifests) {
          const cells = [MANIFEST.write(manifest), at, manifest.workerId];
          if (statements.run(updateWorker, cells) === 0) statements.run(insertWorker, cells);
        }
        recordEvents(statements, events, at);
      }),
    seen: (ids) =>
      writer.write(() => {
        const at = now().toISOString();
        for (const id of ids) statements.run(noteSeen, [at, id]);
      }),
    registered: () =>
      read(() =>
        statements.all(listWorkers, []).map(([manifest = null, lastSeen]) => ({
          manifest: MANIFEST.read(manifest),
          lastSeen: new Date(String(lastSeen)),
        })),
      ),
    setLimit: (key, most, events, remember = []) =>
      writer.write(() => {
        if (most === null) statements.run(deleteLimit, [key]);
        else if (statements.run(updateLimit, [most, key]) === 0) {
          statements.run(insertLimit, [most, key]);
        }
        const at = now().toISOString();
        recordEvents(statements, events, at);
        keepAnswers(statements, remember, at);
      }),
    limits: () =>
      read(
        () =>
          new Map(statements.all(listLimits, []).map(([key, most]) => [String(key), Number(most)])),
      ),
    shares: (key) =>
      read(() => statements.all(slotsOfLimit, [key]).map((cells) => rowOf("slots", cells))),
  };
}
