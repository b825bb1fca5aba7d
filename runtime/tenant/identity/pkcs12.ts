/** A certificate with its private key, from PKCS#12 (PFX) to PEM, in memory only (M-116): what
 *  Key Vault hands out is PKCS#12, what Azure's library takes is PEM.
 *  OpenSSL checks the file's integrity and reads the certificate; it does not give out the key,
 *  so the key's bag is found by walking the outer structure, and OpenSSL decrypts it. Understood
 *  is what Key Vault, Windows and OpenSSL write: a key, shrouded or not, in a plain safe. A file
 *  encrypted with RC2 (OpenSSL before 3, old Windows) is refused: OpenSSL has laid that off.
 *  P1. Nothing is written anywhere; no reason quotes anything of the file. */
import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { Duplex } from "node:stream";
import { createSecureContext, TLSSocket } from "node:tls";
import { fail, ok, type Result } from "../../contract/result.ts";
import { type Secret, secret } from "../../contract/secret.ts";
import { childrenOf, type DerNode, derBytes, isOid, readDer } from "./der.ts";

const DATA = "2a864886f70d010701";
const KEY_BAGS = ["2a864886f70d010c0a0101", "2a864886f70d010c0a0102"];

export type CertificateFailure = { readonly kind: "unreadable"; readonly message: string };

/** Key and certificate, one behind the other. Key Vault's files have an empty passphrase. */
export function pemOfPkcs12(
  pfx: Uint8Array,
  passphrase: Secret,
): Result<Secret, CertificateFailure> {
  try {
    const certificate = certificateOf(pfx, passphrase);
    const bag = keyBag(pfx);
    if (certificate === null || bag === null) return fail(unreadable("it has no key with it"));
    const key = decrypted(bag, passphrase);
    if (!certificate.checkPrivateKey(key)) return fail(unreadable("its key is another's"));
    const keyPem = key.export({ format: "pem", type: "pkcs8" }).toString();
    return ok(secret(`${keyPem}${certificate.toString()}`));
  } catch {
    return fail(unreadable("it is damaged, or encrypted in a way that is not understood"));
  }
}

const unreadable = (why: string): CertificateFailure => ({
  kind: "unreadable",
  message: `The worker's certificate cannot be read: ${why}.`,
});

/** The documented way to see what OpenSSL has loaded: as the local certificate of a connection,
 *  which is never made. */
function certificateOf(pfx: Uint8Array, passphrase: Secret): X509Certificate | null {
  const secureContext = createSecureContext({
    pfx: Buffer.from(pfx),
    passphrase: passphrase.reveal(),
  });
  const socket = new TLSSocket(new Duplex(), { secureContext, isServer: true });
  try {
    const certificate = socket.getCertificate();
    const isThere = certificate !== null && "raw" in certificate;
    return isThere ? new X509Certificate(certificate.raw) : null;
  } finally {
    socket.destroy();
  }
}

const decrypted = (bag: Uint8Array, passphrase: Secret): KeyObject =>
  createPrivateKey({
    key: Buffer.from(bag),
    format: "der",
    type: "pkcs8",
    passphrase: passphrase.reveal(),
  });

/** PFX → authenticated safe → safes that are not encrypted as a whole → bags. */
function keyBag(pfx: Uint8Array): Uint8Array | null {
  const [, outer] = childrenOf(readDer(pfx));
  for (const safe of childrenOf(readDer(contentOf(outer)))) {
    const [type] = childrenOf(safe);
    if (!isOid(type, DATA)) continue;
    for (const bag of childrenOf(readDer(contentOf(safe)))) {
      const [bagType, value] = childrenOf(bag);
      const [key] = KEY_BAGS.some((oid) => isOid(bagType, oid)) ? childrenOf(value) : [];
      if (key !== undefined) return derBytes(key);
    }
  }
  return null;
}

/** ContentInfo: its type, and the content in an octet string within an explicit tag. */
function contentOf(info: DerNode | undefined): Uint8Array {
  const [, explicit] = childrenOf(info);
  const [octets] = childrenOf(explicit);
  return octets?.content ?? new Uint8Array();
}
