/** Where a cell begins on its line, 1-based, as editors count. A cell that the line does not
 *  have is at the line's end: the row is short, or goes on below. */

export function cellColumn(line: string, cell: number): number {
  let before = cell - 1;
  let isQuoted = false;
  for (let index = 0; index < line.length; index += 1) {
    if (before === 0) return index + 1;
    if (line[index] === '"') isQuoted = !isQuoted;
    if (line[index] === "," && !isQuoted) before -= 1;
  }
  return line.length + 1;
}
