/** The examples under a command's help: the command as typed, after a word on its purpose. */

export type Example = readonly [command: string, purpose: string];

export function examples(list: readonly Example[]): string {
  const lines = list.map(([command, purpose]) => `  # ${purpose}\n  $ ${command}`);
  return `\nExamples:\n${lines.join("\n")}`;
}
