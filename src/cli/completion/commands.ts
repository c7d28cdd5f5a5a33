import type { Command, Option } from 'commander';

/** The completions at one position of a command line. */
export interface Place {
  /** The words before it, each after a slash: `/parser/register`. Empty for the program itself. */
  readonly path: string;
  readonly commands: readonly Word[];
  readonly options: readonly CompletedOption[];
  /** The possible arguments, if they are a fixed list; otherwise files are completed. */
  readonly choices: readonly string[];
}

export interface Word {
  readonly word: string;
  readonly about: string;
}

export interface CompletedOption extends Word {
  readonly short: string | undefined;
  readonly takesValue: boolean;
  readonly choices: readonly string[];
}

/** Every position of the program, from its declarations. */
export function placesOf(program: Command, path = ''): Place[] {
  const place = {
    path,
    commands: program.commands.map((command) => ({ word: command.name(), about: firstWords(command) })),
    options: program.createHelp().visibleOptions(program).filter(hasLongName).map(completed),
    choices: program.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []),
  };
  return [place, ...program.commands.flatMap((command) => placesOf(command, `${path}/${command.name()}`))];
}

/** Every option with a value, on any command: its value is not a command. */
export function valuedOptions(places: readonly Place[]): string[] {
  const valued = places.flatMap(({ options }) => options.filter(({ takesValue }) => takesValue));
  return [...new Set(valued.flatMap(({ word, short }) => (short === undefined ? [word] : [word, short])))].sort();
}

function hasLongName(option: Option): option is Option & { long: string } {
  return typeof option.long === 'string';
}

function completed(option: Option & { long: string }): CompletedOption {
  const { long, short, description, argChoices } = option;
  return {
    word: long,
    short: short ?? undefined,
    about: description,
    takesValue: option.required || option.optional,
    choices: argChoices ?? [],
  };
}

function firstWords(command: Command): string {
  const summary = command.summary();
  return summary === '' ? (command.description().split(/[.;]/)[0] ?? '') : summary;
}
