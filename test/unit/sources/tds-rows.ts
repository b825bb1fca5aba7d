/** Columns and rows as TDS sends them. */
import { bytes, little, shortText, wide } from "./tds-bytes.ts";

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

/** Of a time such as `20:30:00.1234567`. */
const ticksOf = (time: string): number =>
  (Date.parse(`1970-01-01T${time.slice(0, 8)}Z`) / 1_000) * 1e7 + Number(time.slice(9));

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
  /** To the tenth of a microsecond, as `2026-05-04T20:30:00.1234567`. */
  moment: {
    info: bytes(0x2a, 7),
    value: sized(8, (cell) => {
      const [date = "", time = ""] = String(cell).split("T");
      const days = Date.parse(date) / DAY_MS + DAYS_TO_1970;
      return Buffer.concat([little(5, ticksOf(time)), little(3, days)]);
    }),
  },
  time: { info: bytes(0x29, 7), value: sized(5, (cell) => little(5, ticksOf(String(cell)))) },
  /** In ten-thousandths. */
  money: {
    info: bytes(0x6e, 8),
    value: sized(8, (cell) => {
      const buffer = Buffer.alloc(8);
      buffer.writeInt32LE(Number(BigInt(String(cell)) >> 32n), 0);
      buffer.writeUInt32LE(Number(BigInt(String(cell)) & 0xffffffffn), 4);
      return buffer;
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
