/** What an engine beside ours looks like to the comparison: opened once in a process of its own,
 *  then given rounds of the same work. Its packages are loaded from a folder they were installed
 *  in for this run, so nothing of them is part of the product. */
import type { Marks } from "./marks.ts";

export type ServerName = "postgres" | "redis" | "restate";

export type PeerParts = {
  /** A package by its name, from the folder of this run. */
  readonly load: (name: string) => Promise<unknown>;
  /** Where its server listens; empty where it needs none. */
  readonly serverUrl: string;
  /** For files of its own. */
  readonly folder: string;
};

export type OpenPeer = {
  /** Ends when every member is done and the engine has acknowledged it. */
  readonly round: (marks: Marks) => Promise<void>;
};

export type Peer = {
  readonly name: string;
  readonly about: string;
  readonly server: ServerName | null;
  readonly open: (parts: PeerParts) => Promise<OpenPeer>;
};
