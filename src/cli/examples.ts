import type { Command } from 'commander';

export type Example = readonly [line: string, words: string];

export interface Examples {
  readonly heading: string;
  readonly list: readonly Example[];
}

const EXAMPLES = new WeakMap<Command, readonly Examples[]>();

/** Examples of a command line: at the end of the command's help, and in docs/reference/cli.md. */
export function examples(command: Command, list: readonly Example[], heading = 'Examples'): void {
  EXAMPLES.set(command, [...examplesOf(command), { heading, list }]);
}

export function examplesOf(command: Command): readonly Examples[] {
  return EXAMPLES.get(command) ?? [];
}
