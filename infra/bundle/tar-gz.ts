/** Writes a tar archive in a gzip wrapper, byte for byte the same from the same files. The gzip
 *  holds its content uncompressed: what a compressor makes of it depends on its version. */
import { crc32 } from "node:zlib";
import { FILE_MODE, FILE_TIME_SEC, type FileEntry, sorted } from "./file-entry.ts";

const BLOCK = 512;
const CHECKSUM_AT = 148;
const CHECKSUM_BYTES = 8;
const REGULAR_FILE = "0";
const STORED_BYTES_MAX = 0xffff;
/** Magic number, deflate, no flags, no time, no hint, no operating system. */
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);

const octal = (value: number, digits: number): string => value.toString(8).padStart(digits, "0");

function tarHeader({ path, bytes }: FileEntry): Buffer {
  const header = Buffer.alloc(BLOCK);
  header.write(path, 0);
  header.write(`${octal(FILE_MODE, 7)}\0`, 100);
  header.write(`${octal(0, 7)}\0${octal(0, 7)}\0`, 108);
  header.write(`${octal(bytes.length, 11)}\0${octal(FILE_TIME_SEC, 11)}\0`, 124);
  header.fill(" ", CHECKSUM_AT, CHECKSUM_AT + CHECKSUM_BYTES);
  header.write(REGULAR_FILE, 156);
  header.write("ustar\x0000", 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${octal(sum, 6)}\0 `, CHECKSUM_AT);
  return header;
}

function tarOf(entries: readonly FileEntry[]): Buffer {
  const parts = sorted(entries).flatMap((entry) => {
    const padding = (BLOCK - (entry.bytes.length % BLOCK)) % BLOCK;
    return [tarHeader(entry), entry.bytes, Buffer.alloc(padding)];
  });
  return Buffer.concat([...parts, Buffer.alloc(2 * BLOCK)]);
}

/** A block of deflate that stores: whether it is the last, its length, its length inverted. */
function storedBlock(bytes: Uint8Array, isLast: boolean): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt8(isLast ? 1 : 0, 0);
  head.writeUInt16LE(bytes.length, 1);
  head.writeUInt16LE(~bytes.length & 0xffff, 3);
  return Buffer.concat([head, bytes]);
}

function gzipOf(content: Buffer): Buffer {
  const count = Math.max(1, Math.ceil(content.length / STORED_BYTES_MAX));
  const blocks = Array.from({ length: count }, (_, at) =>
    storedBlock(
      content.subarray(at * STORED_BYTES_MAX, (at + 1) * STORED_BYTES_MAX),
      at === count - 1,
    ),
  );
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc32(content), 0);
  trailer.writeUInt32LE(content.length, 4);
  return Buffer.concat([GZIP_HEADER, ...blocks, trailer]);
}

export const tarGzOf = (entries: readonly FileEntry[]): Buffer => gzipOf(tarOf(entries));
