/** As much of DER as it takes to walk through a file: tags, lengths, contents.
 *  D1. Every length is checked against what is there; nesting is as deep as the caller walks. */

export type DerNode = {
  readonly tag: number;
  readonly content: Uint8Array;
  /** With its tag and length. */
  readonly whole: Uint8Array;
};

const OBJECT_IDENTIFIER = 0x06;
const CONSTRUCTED = 0x20;
const LONG_FORM = 0x80;
const LENGTH_BYTES_MAX = 4;

/** The first value in the bytes; null when there is none. */
export function readDer(bytes: Uint8Array, from = 0): DerNode | null {
  const tag = bytes[from];
  const first = bytes[from + 1];
  if (tag === undefined || first === undefined) return null;
  const count = first < LONG_FORM ? 0 : first - LONG_FORM;
  // Without a length of its own (0x80) it is BER; multi-byte tags do not occur here.
  if (first === LONG_FORM || count > LENGTH_BYTES_MAX || (tag & 0x1f) === 0x1f) return null;
  const start = from + 2 + count;
  const length = count === 0 ? first : number(bytes.subarray(from + 2, start));
  if (start + length > bytes.length) return null;
  const content = bytes.subarray(start, start + length);
  return { tag, content, whole: bytes.subarray(from, start + length) };
}

const number = (bytes: Uint8Array): number => bytes.reduce((sum, byte) => sum * 256 + byte, 0);

export function childrenOf(node: DerNode | null | undefined): readonly DerNode[] {
  if (node === null || node === undefined || (node.tag & CONSTRUCTED) === 0) return [];
  const children: DerNode[] = [];
  for (let from = 0; from < node.content.length; ) {
    const child = readDer(node.content, from);
    if (child === null) return [];
    children.push(child);
    from += child.whole.length;
  }
  return children;
}

export const isOid = (node: DerNode | undefined, hex: string): boolean =>
  node?.tag === OBJECT_IDENTIFIER && Buffer.from(node.content).toString("hex") === hex;

export const derBytes = ({ whole }: DerNode): Uint8Array => whole;
