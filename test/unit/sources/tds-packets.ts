/** The server's side of TDS 7.4, as far as a query needs it: its packets, and what clients say in
 *  them. Written from the published protocol. */

export const PACKET = {
  batch: 0x01,
  rpc: 0x03,
  answer: 0x04,
  attention: 0x06,
  login: 0x10,
  prelogin: 0x12,
} as const;

export type Packet = { readonly type: number; readonly payload: Buffer };

const HEADER_BYTES = 8;
const PACKET_BYTES = 4_096;
const LAST = 0x01;

/** Whole messages out of a stream of packets. */
export function messages(onMessage: (message: Packet) => void): (bytes: Buffer) => void {
  let left = Buffer.alloc(0);
  let parts: Buffer[] = [];
  return (bytes) => {
    left = Buffer.concat([left, bytes]);
    while (left.length >= HEADER_BYTES) {
      const length = left.readUInt16BE(2);
      if (left.length < length) return;
      const [type = 0, status = 0] = left;
      parts.push(left.subarray(HEADER_BYTES, length));
      left = left.subarray(length);
      if ((status & LAST) === 0) continue;
      const payload = Buffer.concat(parts);
      parts = [];
      onMessage({ type, payload });
    }
  };
}

/** `more`: others are to follow these. */
export function packets(type: number, payload: Buffer, are: "all" | "more" = "all"): Buffer {
  const room = PACKET_BYTES - HEADER_BYTES;
  const out: Buffer[] = [];
  for (let at = 0; at === 0 || at < payload.length; at += room) {
    const part = payload.subarray(at, at + room);
    const header = Buffer.alloc(HEADER_BYTES);
    header[0] = type;
    header[1] = are === "all" && at + room >= payload.length ? LAST : 0;
    header.writeUInt16BE(part.length + HEADER_BYTES, 2);
    out.push(header, part);
  }
  return Buffer.concat(out);
}

/** The text of a batch, behind its headers. */
export const batchText = (payload: Buffer): string =>
  payload.subarray(payload.readUInt32LE(0)).toString("utf16le");

/** Everything a procedure was called with, as one text: enough to look for what was bound. */
export const rpcText = (payload: Buffer): string => payload.toString("utf16le");

/** The token a client signs in with, as sent in the feature extension of its login. */
export function tokenOf(payload: Buffer): string | null {
  const at = payload.readUInt32LE(payload.readUInt16LE(56));
  for (let place = at; payload[place] !== 0xff; ) {
    const length = payload.readUInt32LE(place + 1);
    const body = payload.subarray(place + 5, place + 5 + length);
    if (payload[place] === 0x02)
      return body.subarray(5, 5 + body.readUInt32LE(1)).toString("utf16le");
    place += 5 + length;
  }
  return null;
}
