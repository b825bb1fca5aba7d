/** The body of an upload: a small one as it is, a large one in pieces with a progress bar. */
import type { Context } from "../context.ts";
import { progressOn } from "../output/progress.ts";
import type { Body } from "./send.ts";

const PIECE_BYTES = 64 * 1024;
const WORTH_SHOWING_BYTES = 1024 * 1024;

export function uploadBody(context: Context, bytes: Uint8Array): () => Body {
  if (bytes.length < WORTH_SHOWING_BYTES) return () => bytes as Uint8Array<ArrayBuffer>;
  return () => {
    const progress = progressOn(context, { what: "Uploading", unit: "B" });
    let sent = 0;
    return new ReadableStream<Uint8Array>({
      pull: (controller) => {
        const piece = bytes.subarray(sent, sent + PIECE_BYTES);
        sent += piece.length;
        controller.enqueue(piece);
        progress.show({ done: sent, total: bytes.length, failed: 0 });
        if (sent < bytes.length) return;
        progress.end();
        controller.close();
      },
    });
  };
}
