/** The cloud behind the stand-in providers: a folder with one file for each thing that exists, by
 *  the hash of its id. It outlives the provider processes, as Azure does, so that a refresh finds
 *  what an update made, and a test can change a thing behind Pulumi's back.
 *  C1. Ids are compared without regard to case, as Azure does.
 *  C2. A file is written whole and then renamed: two processes never read half a thing. */
import { createHash } from "node:crypto";
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { z } from "zod";
import type { JsonObject } from "../../../infra/preview/planned-resource.ts";

const Thing = z.object({
  id: z.string(),
  type: z.string(),
  inputs: z.record(z.string(), z.json()),
  outputs: z.record(z.string(), z.json()),
});

export type Thing = {
  readonly id: string;
  readonly type: string;
  readonly inputs: JsonObject;
  readonly outputs: JsonObject;
};

export type Cloud = {
  readonly get: (id: string) => Thing | undefined;
  readonly put: (thing: Thing) => void;
  readonly remove: (id: string) => void;
  readonly all: () => readonly Thing[];
};

const fileOf = (id: string): string =>
  `${createHash("sha256").update(id.toLowerCase()).digest("hex").slice(0, 32)}.json`;

type Remembered = { readonly file: string; readonly thing: Thing };

/** By inode: whatever is written gets a new one (C2), so what is remembered cannot be old while
 *  its inode, its time and its size are the same. Hundreds are read for each that is removed. */
type Memory = Map<string, Remembered>;

function remembered(memory: Memory, file: string): Thing {
  const { ino, mtimeMs, size } = statSync(file);
  const key = `${ino} ${mtimeMs} ${size}`;
  const known = memory.get(key);
  if (known?.file === file) return known.thing;
  const thing = Thing.parse(JSON.parse(readFileSync(file, "utf8")));
  memory.set(key, { file, thing });
  return thing;
}

/** Undefined when the file is gone: another process may have removed the thing meanwhile. */
function read(memory: Memory, file: string): Thing | undefined {
  try {
    return remembered(memory, file);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

export function openCloud(folder: string): Cloud {
  mkdirSync(folder, { recursive: true });
  const memory: Memory = new Map();
  const at = (name: string): string => path.join(folder, name);
  return {
    get: (id) => read(memory, at(fileOf(id))),
    put: (thing) => {
      const file = at(fileOf(thing.id));
      writeFileSync(`${file}.${process.pid}`, JSON.stringify(thing));
      renameSync(`${file}.${process.pid}`, file);
    },
    remove: (id) => rmSync(at(fileOf(id)), { force: true }),
    all: () =>
      readdirSync(folder)
        .filter((name) => name.endsWith(".json"))
        .map((name) => read(memory, at(name)))
        .filter((thing) => thing !== undefined),
  };
}
