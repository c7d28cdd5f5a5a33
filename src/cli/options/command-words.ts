import type { Command } from 'commander';
import { CasparianError, shellLine } from '../../platform/index.js';

/**
 * For commands that take the command line of another program: `--` separates it, and may be omitted if it is
 * unambiguous. An option of ours after the program's name could be meant for either, so it is refused.
 */
export function takesCommandWords(command: Command): Command {
  return command
    .argument('[command...]', 'The program and its arguments')
    .usage('[options] -- <command> [args...]')
    .passThroughOptions()
    .hook('preAction', (_, called) => requireUnambiguous(called));
}

function requireUnambiguous(command: Command): void {
  const words = command.args;
  if (words.length === 0 || isSetApart(command, words.length)) return;
  const ours = new Set(['-h', '--help', ...command.options.flatMap(({ short, long }) => [short, long])]);
  const word = words.map((one) => one.replace(/=.*/s, '')).find((one) => ours.has(one));
  if (word === undefined) return;
  throw new CasparianError('USAGE', `Is ${word} meant for ${command.name()} or for ${words[0]}?`, {
    why: 'It follows the program name, and both accept it.',
    next: [
      `For ${words[0]}: casparian task ${command.name()} -- ${shellLine(words)}`,
      `For ${command.name()}: write it before the program: casparian task ${command.name()} ${word} … -- ${words[0]} …`,
    ],
  });
}

/** Commander removes the `--`; the original line still has it, directly before the words. */
function isSetApart(command: Command, words: number): boolean {
  let root = command;
  while (root.parent) root = root.parent;
  const { rawArgs } = root as Command & { readonly rawArgs: readonly string[] };
  return rawArgs.at(-words - 1) === '--';
}
