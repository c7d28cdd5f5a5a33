import type { Command } from 'commander';

export type Example = readonly [line: string, words: string];

const EXAMPLES = new WeakMap<Command, readonly Example[]>();

/** Says what a command line looks like: shown at the end of the command's help, and in docs/reference/cli.md. */
export function examples(command: Command, list: readonly Example[]): void {
  EXAMPLES.set(command, list);
}

export function examplesOf(command: Command): readonly Example[] {
  return EXAMPLES.get(command) ?? [];
}
