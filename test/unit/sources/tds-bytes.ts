/** The few forms that numbers and texts take in TDS. */

export const bytes = (...values: readonly number[]): Buffer => Buffer.from(values);

export function little(size: number, value: number): Buffer {
  const buffer = Buffer.alloc(size);
  if (size > 6) buffer.writeBigInt64LE(BigInt(value));
  else buffer.writeUIntLE(value, 0, size);
  return buffer;
}

export const wide = (text: string): Buffer => Buffer.from(text, "utf16le");
export const shortText = (text: string): Buffer => Buffer.concat([bytes(text.length), wide(text)]);
