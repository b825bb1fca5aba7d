/** The server's side of TDS 7.4, as far as a read-only query needs it: packets, tokens and values.
 *  Written from the published protocol, so that the driver is met by the bytes it expects. */

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

export function packets(type: number, payload: Buffer): Buffer {
  const room = PACKET_BYTES - HEADER_BYTES;
  const out: Buffer[] = [];
  for (let at = 0; at === 0 || at < payload.length; at += room) {
    const part = payload.subarray(at, at + room);
    const header = Buffer.alloc(HEADER_BYTES);
    header[0] = type;
    header[1] = at + room >= payload.length ? LAST : 0;
    header.writeUInt16BE(part.length + HEADER_BYTES, 2);
    out.push(header, part);
  }
  return Buffer.concat(out);
}

const bytes = (...values: readonly number[]): Buffer => Buffer.from(values);

function little(size: number, value: number): Buffer {
  const buffer = Buffer.alloc(size);
  if (size > 6) buffer.writeBigInt64LE(BigInt(value));
  else buffer.writeUIntLE(value, 0, size);
  return buffer;
}

const wide = (text: string): Buffer => Buffer.from(text, "utf16le");
const shortText = (text: string): Buffer => Buffer.concat([bytes(text.length), wide(text)]);

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

export const done = (rows: number | null = null, more = 0): Buffer =>
  Buffer.concat([
    bytes(0xfd),
    little(2, (rows === null ? 0 : COUNTED) | more),
    little(2, 0xc1),
    little(8, rows ?? 0),
  ]);

export function errorAnswer(number: number, message: string): Buffer {
  const body = Buffer.concat([
    little(4, number),
    bytes(1, 16),
    little(2, message.length),
    wide(message),
    shortText("server"),
    shortText(""),
    little(4, 1),
  ]);
  return Buffer.concat([bytes(0xaa), little(2, body.length), body, done(null, FAILED)]);
}

export type Cell = string | number | boolean | Date | Buffer | null;
export type Column = { readonly name: string; readonly type: keyof typeof TYPES };

type Type = { readonly info: Buffer; readonly value: (cell: Cell) => Buffer };

const sized =
  (size: number, write: (cell: Cell) => Buffer) =>
  (cell: Cell): Buffer =>
    cell === null ? bytes(0) : Buffer.concat([bytes(size), write(cell)]);

const DAY_MS = 86_400_000;
/** Days since the year 1, which is how the protocol counts. */
const DAYS_TO_1970 = 719_162;

const TYPES = {
  text: {
    info: Buffer.concat([bytes(0xe7), little(2, 8_000), bytes(9, 4, 0xd0, 0, 0x34)]),
    value: (cell) => {
      if (cell === null) return bytes(0xff, 0xff);
      const text = wide(String(cell));
      return Buffer.concat([little(2, text.length), text]);
    },
  },
  int: { info: bytes(0x26, 4), value: sized(4, (cell) => little(4, Number(cell))) },
  bigint: {
    info: bytes(0x26, 8),
    value: sized(8, (cell) => {
      const buffer = Buffer.alloc(8);
      buffer.writeBigInt64LE(BigInt(String(cell)));
      return buffer;
    }),
  },
  bit: { info: bytes(0x68, 1), value: sized(1, (cell) => bytes(cell === true ? 1 : 0)) },
  /** To the second. */
  datetime2: {
    info: bytes(0x2a, 0),
    value: sized(6, (cell) => {
      const ms = (cell as Date).getTime();
      const days = Math.floor(ms / DAY_MS);
      const seconds = Math.floor((ms - days * DAY_MS) / 1_000);
      return Buffer.concat([little(3, seconds), little(3, days + DAYS_TO_1970)]);
    }),
  },
  date: {
    info: bytes(0x28),
    value: sized(3, (cell) =>
      little(3, Math.floor((cell as Date).getTime() / DAY_MS) + DAYS_TO_1970),
    ),
  },
  /** Thirty digits: more than a number holds. */
  decimal: {
    info: bytes(0x6a, 17, 30, 0),
    value: sized(17, (cell) =>
      Buffer.concat([bytes(1), little(6, Number(cell)), Buffer.alloc(10)]),
    ),
  },
  binary: {
    info: Buffer.concat([bytes(0xa5), little(2, 100)]),
    value: (cell) => {
      const data = cell as Buffer;
      return Buffer.concat([little(2, data.length), data]);
    },
  },
} as const satisfies Record<string, Type>;

export function columnsAnswer(columns: readonly Column[]): Buffer {
  const each = columns.map(({ name, type }) =>
    Buffer.concat([little(4, 0), little(2, 0x09), TYPES[type].info, shortText(name)]),
  );
  return Buffer.concat([bytes(0x81), little(2, columns.length), ...each]);
}

export const rowAnswer = (columns: readonly Column[], row: readonly Cell[]): Buffer =>
  Buffer.concat([
    bytes(0xd1),
    ...columns.map(({ type }, at) => (TYPES[type] as Type).value(row[at] ?? null)),
  ]);

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
