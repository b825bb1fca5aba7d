/** The name under which readers of the old data tables find a version's members (X-23):
 *  `runbook_{name}_v{version}`. Names that are no longer told apart when written in letters,
 *  digits and underscores get the sum of what was lost. */

const NAME_CHARS_MAX = 80;

export function dataTableName(name: string, version: number): string {
  const plain = name.replaceAll(/[^A-Za-z0-9_]/g, "_").slice(0, NAME_CHARS_MAX);
  const isExact = plain === name && name === name.toLowerCase();
  return `runbook_${isExact ? plain : `${plain}_${sumOf(name)}`}_v${version}`;
}

/** FNV-1a: short, and the same everywhere. */
function sumOf(text: string): string {
  let sum = 0x811c9dc5;
  for (const char of text) {
    sum = Math.imul(sum ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  }
  return sum.toString(36);
}
