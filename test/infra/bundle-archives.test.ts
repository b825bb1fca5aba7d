import { crc32, gunzipSync } from "node:zlib";
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { contentHash, type FileEntry } from "../../infra/bundle/file-entry.ts";
import { tarGzOf } from "../../infra/bundle/tar-gz.ts";
import { zipOf } from "../../infra/bundle/zip.ts";

const segment = fc.stringMatching(/^[a-z][a-z0-9_-]{0,8}$/);
const path = fc.array(segment, { minLength: 1, maxLength: 3 }).map((parts) => parts.join("/"));
const file = fc.record({ path, bytes: fc.uint8Array({ maxLength: 2_000 }) });
const files = fc.uniqueArray(file, { minLength: 1, maxLength: 6, selector: (each) => each.path });

const plain = (entries: readonly FileEntry[]) =>
  entries
    .map((entry) => [entry.path, Buffer.from(entry.bytes).toString("hex")])
    .toSorted(([a = ""], [b = ""]) => (a < b ? -1 : 1));

type Read = FileEntry & { readonly mode: number };

/** Reads as an unzipper does: from the directory at the end to each file. */
function unzipped(archive: Buffer): readonly Read[] {
  const end = archive.length - 22;
  expect(archive.readUInt32LE(end)).toBe(0x06054b50);
  let at = archive.readUInt32LE(end + 16);
  return Array.from({ length: archive.readUInt16LE(end + 10) }, () => {
    expect(archive.readUInt32LE(at)).toBe(0x02014b50);
    const size = archive.readUInt32LE(at + 24);
    const nameBytes = archive.readUInt16LE(at + 28);
    const local = archive.readUInt32LE(at + 42);
    expect(archive.readUInt32LE(local)).toBe(0x04034b50);
    expect(archive.subarray(local + 6, local + 28)).toEqual(archive.subarray(at + 8, at + 30));
    const start = local + 30 + nameBytes;
    const bytes = archive.subarray(start, start + size);
    expect(crc32(bytes)).toBe(archive.readUInt32LE(at + 16));
    const name = archive.subarray(at + 46, at + 46 + nameBytes).toString();
    const mode = archive.readUInt32LE(at + 38) >>> 16;
    at += 46 + nameBytes;
    return { path: name, bytes, mode };
  });
}

const textAt = (block: Buffer, from: number, to: number): string =>
  block.subarray(from, to).toString().replace(/\0.*$/s, "");

function untarred(archive: Buffer): readonly FileEntry[] {
  const tar = gunzipSync(archive);
  const found: FileEntry[] = [];
  for (let at = 0; tar[at] !== 0; ) {
    const block = tar.subarray(at, at + 512);
    const sum = Buffer.from(block).fill(" ", 148, 156);
    expect(Number.parseInt(textAt(block, 148, 156), 8)).toBe(sum.reduce((a, b) => a + b, 0));
    const size = Number.parseInt(textAt(block, 124, 136), 8);
    found.push({ path: textAt(block, 0, 100), bytes: tar.subarray(at + 512, at + 512 + size) });
    at += 512 + Math.ceil(size / 512) * 512;
  }
  expect(tar.length % 512).toBe(0);
  return found;
}

describe("a zip", () => {
  test("gives back exactly the files it was made from, each readable by everybody", () => {
    fc.assert(
      fc.property(files, (entries) => {
        const read = unzipped(zipOf(entries));
        expect(plain(read)).toEqual(plain(entries));
        expect(read.every(({ mode }) => mode === 0o100644)).toBe(true);
      }),
    );
  });

  test("is the same whatever order the files come in", () => {
    fc.assert(
      fc.property(files, (entries) => {
        expect(zipOf(entries.toReversed()).equals(zipOf(entries))).toBe(true);
      }),
    );
  });
});

describe("a context", () => {
  test("gives back exactly the files it was made from", () => {
    fc.assert(
      fc.property(files, (entries) => {
        expect(plain(untarred(tarGzOf(entries)))).toEqual(plain(entries));
      }),
    );
  });

  test("is the same whatever order the files come in", () => {
    fc.assert(
      fc.property(files, (entries) => {
        expect(tarGzOf(entries.toReversed()).equals(tarGzOf(entries))).toBe(true);
      }),
    );
  });

  test("holds files larger than a block of deflate", () => {
    const bytes = Buffer.alloc(200_000, "drover ");
    const [read] = untarred(tarGzOf([{ path: "large", bytes }]));
    expect(Buffer.from(read?.bytes ?? []).equals(bytes)).toBe(true);
  });
});

describe("the hash of a content", () => {
  test("changes with every byte, name and further file, and with nothing else", () => {
    fc.assert(
      fc.property(files, fc.nat(), (entries, pick) => {
        const hash = contentHash(entries);
        expect(contentHash(entries.toReversed())).toBe(hash);
        const changed = entries.map((entry, at) =>
          at === pick % entries.length
            ? { ...entry, bytes: Buffer.concat([entry.bytes, Buffer.from([1])]) }
            : entry,
        );
        expect(contentHash(changed)).not.toBe(hash);
        const renamed = entries.map((entry) => ({ ...entry, path: `x/${entry.path}` }));
        expect(contentHash(renamed)).not.toBe(hash);
        const more = [...entries, { path: "zz/more", bytes: Buffer.alloc(0) }];
        expect(contentHash(more)).not.toBe(hash);
      }),
    );
  });

  test("tells two files apart from one that reads like both", () => {
    const a = { path: "a", bytes: Buffer.from("one") };
    const b = { path: "b", bytes: Buffer.from("two") };
    for (const text of ["onebtwo", "one1 b 644 3\ntwo"]) {
      const both = { path: "a", bytes: Buffer.from(text) };
      expect(contentHash([a, b])).not.toBe(contentHash([both]));
    }
  });
});

test.each(["/etc/passwd", "../up", "a/../b", "a/./b", "", "white space"])(
  "no archive is made with a file called %p",
  (name) => {
    expect(() => zipOf([{ path: name, bytes: Buffer.alloc(0) }])).toThrow("cannot be the path");
  },
);

test("no archive is made with two files of one name", () => {
  const twice = { path: "a", bytes: Buffer.alloc(0) };
  expect(() => tarGzOf([twice, twice])).toThrow("two files");
});
