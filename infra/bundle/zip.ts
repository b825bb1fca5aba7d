/** Writes a zip archive, byte for byte the same from the same files.
 *  Z1. Files are stored, not compressed: what a compressor makes of them depends on its version.
 *  Z2. Every file carries its Unix mode. Without one the Functions host cannot read the package,
 *      finds no function and reports no error. */
import { crc32 } from "node:zlib";
import { FILE_MODE, type FileEntry, sorted } from "./file-entry.ts";

const LOCAL_HEADER = 0x04034b50;
const CENTRAL_HEADER = 0x02014b50;
const END_OF_CENTRAL = 0x06054b50;
const VERSION = 20;
const MADE_ON_UNIX = (3 << 8) | VERSION;
/** Names are UTF-8. */
const FLAGS = 0x0800;
const STORED = 0;
const DOS_TIME = 0;
/** 1 January 1980. */
const DOS_DATE = (1 << 5) | 1;
const REGULAR_FILE = 0o100000;
const LOCAL_BYTES = 30;
const CENTRAL_BYTES = 46;
const END_BYTES = 22;

/** What the two headers of a file say alike: from its flags to the length of its name. */
function writeShared(header: Buffer, at: number, entry: FileEntry): void {
  const size = entry.bytes.length;
  header.writeUInt16LE(FLAGS, at);
  header.writeUInt16LE(STORED, at + 2);
  header.writeUInt16LE(DOS_TIME, at + 4);
  header.writeUInt16LE(DOS_DATE, at + 6);
  header.writeUInt32LE(crc32(entry.bytes), at + 8);
  header.writeUInt32LE(size, at + 12);
  header.writeUInt32LE(size, at + 16);
  header.writeUInt16LE(Buffer.byteLength(entry.path), at + 20);
}

function localHeader(entry: FileEntry): Buffer {
  const header = Buffer.alloc(LOCAL_BYTES);
  header.writeUInt32LE(LOCAL_HEADER, 0);
  header.writeUInt16LE(VERSION, 4);
  writeShared(header, 6, entry);
  return Buffer.concat([header, Buffer.from(entry.path)]);
}

function centralHeader(entry: FileEntry, offset: number): Buffer {
  const header = Buffer.alloc(CENTRAL_BYTES);
  header.writeUInt32LE(CENTRAL_HEADER, 0);
  header.writeUInt16LE(MADE_ON_UNIX, 4);
  header.writeUInt16LE(VERSION, 6);
  writeShared(header, 8, entry);
  header.writeUInt32LE(((REGULAR_FILE | FILE_MODE) << 16) >>> 0, 38);
  header.writeUInt32LE(offset, 42);
  return Buffer.concat([header, Buffer.from(entry.path)]);
}

export function zipOf(entries: readonly FileEntry[]): Buffer {
  const files = sorted(entries);
  const locals: Uint8Array[] = [];
  const centrals: Buffer[] = [];
  let offset = 0;
  for (const file of files) {
    const header = localHeader(file);
    centrals.push(centralHeader(file, offset));
    locals.push(header, file.bytes);
    offset += header.length + file.bytes.length;
  }
  const central = Buffer.concat(centrals);
  const end = Buffer.alloc(END_BYTES);
  end.writeUInt32LE(END_OF_CENTRAL, 0);
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, central, end]);
}
