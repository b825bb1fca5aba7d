/** The client id of an identity as the security id of its database user. A server that may not
 *  look identities up in the directory takes it as given.
 *  The first three groups of a GUID are numbers and stand with their lowest byte first. */

const GUID = /^([0-9a-f]{8})-([0-9a-f]{4})-([0-9a-f]{4})-([0-9a-f]{4})-([0-9a-f]{12})$/i;

const reversed = (hex: string): string => (hex.match(/../g) ?? []).toReversed().join("");

export function sidOf(clientId: string): string {
  const [, first = "", second = "", third = "", ...rest] = GUID.exec(clientId) ?? [];
  if (first === "") throw new Error("a client id must be a GUID");
  const hex = [reversed(first), reversed(second), reversed(third), ...rest].join("");
  return `0x${hex.toUpperCase()}`;
}
