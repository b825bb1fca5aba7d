import { createPrivateKey, X509Certificate } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import { secret } from "../../../../runtime/contract/secret.ts";
import { pemOfPkcs12 } from "../../../../runtime/tenant/identity/pkcs12.ts";
import { AES_PFX, AES_PFX_GEHEIM, DES_PFX, RC2_PFX } from "./certificates.ts";

const bytes = (base64: string): Uint8Array => Buffer.from(base64, "base64");

describe("a certificate in PKCS#12", () => {
  test.each([
    ["AES", AES_PFX, ""],
    ["AES and a passphrase", AES_PFX_GEHEIM, "geheim"],
    ["triple DES", DES_PFX, ""],
  ])("M-116: comes out of %s as its key and itself, in memory", (_how, pfx, passphrase) => {
    const pem = pemOfPkcs12(bytes(pfx), secret(passphrase));
    if (!pem.ok) throw new Error(pem.error.message);
    const certificate = new X509Certificate(pem.value.reveal());
    expect(certificate.subject).toBe("CN=drover test worker");
    expect(certificate.checkPrivateKey(createPrivateKey(pem.value.reveal()))).toBe(true);
    expect(JSON.stringify(pem)).not.toContain("PRIVATE KEY");
  });

  test.each([
    ["with another passphrase", bytes(AES_PFX_GEHEIM), "falsch"],
    ["encrypted with RC2", bytes(RC2_PFX), ""],
    ["that was cut off", bytes(AES_PFX).subarray(0, 1_000), ""],
    ["that is none", Buffer.from("no certificate at all"), ""],
    ["of no bytes", new Uint8Array(), ""],
  ])("M-116: a file %s is refused with a reason that quotes nothing", (_what, pfx, passphrase) => {
    const pem = pemOfPkcs12(pfx, secret(passphrase));
    expect(pem).toMatchObject({ ok: false, error: { kind: "unreadable" } });
    expect(JSON.stringify(pem)).not.toContain("falsch");
  });

  test("M-116 (part): a file with any one byte changed is refused or still the same", () => {
    const whole = pemOfPkcs12(bytes(AES_PFX), secret(""));
    for (let at = 0; at < bytes(AES_PFX).length; at += 97) {
      const changed = Uint8Array.from(bytes(AES_PFX));
      changed[at] = (changed[at] ?? 0) ^ 0x01;
      const pem = pemOfPkcs12(changed, secret(""));
      if (pem.ok) expect(pem.value.reveal()).toBe(whole.ok && whole.value.reveal());
    }
  });
});
