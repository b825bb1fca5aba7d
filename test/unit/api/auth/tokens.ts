/** A tenant that signs tokens for tests: good ones, and hundreds of ways to be wrong. */
import {
  type CryptoKey,
  exportJWK,
  generateKeyPair,
  type JWK,
  type JWTPayload,
  SignJWT,
} from "jose";

export type Signer = {
  readonly publicKey: JWK;
  readonly privateKey: CryptoKey;
  readonly sign: (payload: JWTPayload, header?: object) => Promise<string>;
};

export async function signer(kid: string, alg = "RS256"): Promise<Signer> {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
  return {
    publicKey: { ...(await exportJWK(publicKey)), kid, alg, use: "sig" },
    privateKey,
    sign: (payload, header = {}) =>
      new SignJWT(payload).setProtectedHeader({ alg, typ: "JWT", kid, ...header }).sign(privateKey),
  };
}

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");

/** Signed by nobody. */
export const unsigned = (header: object, payload: object, signature = ""): string =>
  `${part(header)}.${part(payload)}.${signature}`;
