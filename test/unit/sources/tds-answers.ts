/** What a TDS server says besides rows: who it is, that it lets in, that it is done or refuses. */
import { bytes, little, shortText, wide } from "./tds-bytes.ts";

/** Encryption is required, and so is a token of the directory. */
export function preloginAnswer(): Buffer {
  const options = [
    [0x00, bytes(16, 0, 0, 0, 0, 0)],
    [0x01, bytes(0x03)],
    [0x06, bytes(0x01)],
  ] as const;
  let offset = options.length * 5 + 1;
  const heads: Buffer[] = [];
  for (const [name, value] of options) {
    const head = Buffer.alloc(5);
    head[0] = name;
    head.writeUInt16BE(offset, 1);
    head.writeUInt16BE(value.length, 3);
    heads.push(head);
    offset += value.length;
  }
  return Buffer.concat([...heads, bytes(0xff), ...options.map(([, value]) => value)]);
}

export function loginAnswer(): Buffer {
  const acknowledgement = Buffer.concat([
    bytes(1, 0x74, 0, 0, 4),
    shortText("tests"),
    bytes(16, 0, 0, 0),
  ]);
  const login = Buffer.concat([bytes(0xad), little(2, acknowledgement.length), acknowledgement]);
  const federated = bytes(0xae, 0x02, 0, 0, 0, 0, 0xff);
  return Buffer.concat([login, federated, done()]);
}

const COUNTED = 0x10;
const FAILED = 0x02;
export const ATTENTION = 0x20;

/** Of a statement; of one inside of a procedure; of a procedure. */
const DONE = { done: 0xfd, doneInProc: 0xff, doneProc: 0xfe } as const;
export const MORE = 0x01;

export const done = (
  rows: number | null = null,
  more = 0,
  of: keyof typeof DONE = "done",
): Buffer =>
  Buffer.concat([
    bytes(DONE[of]),
    little(2, (rows === null ? 0 : COUNTED) | more),
    little(2, 0xc1),
    little(8, rows ?? 0),
  ]);

export const errorAnswer = (number: number, message: string): Buffer =>
  Buffer.concat([errorToken(number, message), done(null, FAILED)]);

export function errorToken(number: number, message: string): Buffer {
  const body = Buffer.concat([
    little(4, number),
    bytes(1, 16),
    little(2, message.length),
    wide(message),
    shortText("server"),
    shortText(""),
    little(4, 1),
  ]);
  return Buffer.concat([bytes(0xaa), little(2, body.length), body]);
}
