import type { Command } from 'commander';

export type Example = readonly [line: string, words: string];

/** Adds examples below a command's help. */
export function examples(command: Command, list: readonly Example[]): void {
  const width = Math.max(...list.map(([line]) => line.length));
  const lines = list.map(([line, words]) => `  ${line.padEnd(width)}   ${words}`.trimEnd());
  command.addHelpText('after', `\nExamples:\n${lines.join('\n')}`);
}
