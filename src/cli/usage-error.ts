import type { Command, CommanderError } from 'commander';
import { CasparianError, nearest, shellWord } from '../platform/index.js';
import { commandPath } from './help/command-path.js';

/** Converts commander's error about a command line to ours. */
export function usageError(error: CommanderError, program: Command, argv: readonly string[]): CasparianError {
  const command = closestCommand(program, argv);
  const help = `See: ${commandPath(command)} --help`;
  // Commander shows help, without a message, if a group of commands is called without a subcommand.
  if (error.code === 'commander.help') {
    return new CasparianError('USAGE', `'${commandPath(command)}' needs a command`, {
      why: subcommandsOf(command),
      next: [help],
    });
  }
  const [complaint = '', suggestion] = error.message.replace(/^error: /, '').split('\n');
  const guess = suggestion?.replace(/^\(|\)$/g, '') ?? misspeltChoice(complaint) ?? meantSubcommand(command, argv);
  return new CasparianError('USAGE', capitalized(complaint), {
    why: 'The command line is invalid. Nothing was done.',
    next: [...(guess ? [guess] : []), help],
  });
}

/** `casparian jbos --help`: commander would show the help of the parent command, as if the word were valid. */
export function requireKnownCommands(program: Command, argv: readonly string[]): void {
  if (program.commands.length === 0) return;
  const { operands, unknown } = program.parseOptions([...argv]);
  const [word, ...rest] = operands;
  if (word === undefined) return;
  const next = program.commands.find((command) => command.name() === word);
  if (next) return requireKnownCommands(next, [...rest, ...unknown]);
  const guess = nearest(
    word,
    program.commands.map((command) => command.name()),
  );
  throw new CasparianError('USAGE', `'${commandPath(program)}' has no command '${word}'`, {
    why: subcommandsOf(program),
    next: [...(guess ? [`Did you mean ${guess}?`] : []), `See: ${commandPath(program)} --help`],
  });
}

/** The deepest command that the words name. Good enough for a hint: the value of an option may look like a command. */
function closestCommand(program: Command, argv: readonly string[]): Command {
  return argv.reduce((command, word) => command.commands.find((one) => one.name() === word) ?? command, program);
}

/**
 * `casparian jobs prun`: for commander this is an extra argument, because `jobs` is a command itself. The same applies
 * to `datasets orders`, which needs `show`, and to `files list`, which needs no such word.
 */
function meantSubcommand(command: Command, argv: readonly string[]): string | undefined {
  const word = argv.slice(argv.indexOf(command.name()) + 1).find((one) => !one.startsWith('-'));
  if (word === undefined) return undefined;
  const names = command.commands.map((one) => one.name());
  const guess = nearest(word, names);
  if (guess !== undefined) return `Did you mean ${guess}?`;
  if (LISTING.has(word) && !names.includes('list')) return `Did you mean ${commandPath(command)}?`;
  const show = command.commands.find((one) => one.name() === 'show');
  return show?.registeredArguments.length === 1 ? `Did you mean ${commandPath(show)} ${shellWord(word)}?` : undefined;
}

const LISTING: ReadonlySet<string> = new Set(['list', 'ls']);

/** `casparian files --status nwe`: commander lists the choices, but does not suggest one. */
function misspeltChoice(complaint: string): string | undefined {
  const [, word = '', choices] = /'([^']*)' is invalid.* Allowed choices are (.*)\.$/.exec(complaint) ?? [];
  const guess = choices === undefined ? undefined : nearest(word, choices.split(', '));
  return guess && `Did you mean ${guess}?`;
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function subcommandsOf(command: Command): string {
  return `Its commands are ${command.commands.map((one) => one.name()).join(', ')}.`;
}
