/** A key vault, by what is done with it: a worker reads its certificate when it starts; runs of
 *  scenarios keep secrets there and take them away again. Deleting is soft: the name stays taken
 *  until the secret is purged, or its time is over where purging is forbidden. */
import type { Secret } from "../contract/secret.ts";
import type { Answer } from "./directory.ts";

export type VaultSecret = {
  readonly value: Secret;
  readonly version: string;
  /** `application/x-pkcs12` for a certificate with its key: the value is base64 then. */
  readonly contentType: string | null;
  readonly expiresAt: Date | null;
};

export type NewVaultSecret = {
  readonly value: Secret;
  readonly contentType: string;
  /** Null only for what is deleted with its run (H-076). */
  readonly expiresAt: Date | null;
  readonly tags: Readonly<Record<string, string>>;
};

export type Vault = {
  /** The newest version; null when there is none, or when it is deleted, and `refused` when it is
   *  disabled: a vault does not go back to an older one. */
  readonly getSecret: (name: string) => Answer<VaultSecret | null>;
  /** A `conflict` means that a deleted secret has the name: recover or purge it. */
  readonly setSecret: (name: string, secret: NewVaultSecret) => Answer<void>;
  readonly deleteSecret: (name: string) => Answer<"deleted" | "absent">;
  /** When the deleted secret will be gone for good; null when none of that name is deleted. */
  readonly findDeleted: (name: string) => Answer<{ readonly purgedAt: Date | null } | null>;
  /** Also well when it is there already. */
  readonly recoverSecret: (name: string) => Answer<void>;
  /** `refused` where the vault is protected against it. */
  readonly purgeSecret: (name: string) => Answer<"purged" | "absent">;
};
