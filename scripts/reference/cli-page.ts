import type { Argument, Command, Option } from 'commander';
import { type Example, examplesOf } from '../../src/cli/examples.js';
import { commandPath } from '../../src/cli/help/command-path.js';
import { helpPage } from '../../src/cli/help/help-page.js';
import { isSharedOption } from '../../src/cli/options/shared.js';
import { wrap } from '../../src/cli/output/wrap.js';
import { createProgram, everyCommand } from '../../src/cli/program.js';
import { anchorOf, code, escaped, table } from './markdown.js';

const NOTE =
  '<!-- Written by `npm run docs:reference` from src/cli/commands and src/cli/help/pages: change it there. -->';
/** Where the other pages break their lines. */
const WIDTH = 125;

/** docs/reference/cli.md: what `--help` says, command by command. */
export function cliPage(): string {
  const { program } = createProgram();
  const groups = grouped(program.commands, (command) => command.helpGroup().replace(/:$/, ''));
  return `${[
    '# The command line',
    NOTE,
    ...examplesOf(program).map(({ heading, list }) => `${heading}:\n\n${examplesText(list)}`),
    helpPage(program),
    sharedOptions(program),
    contents(groups),
    ...[...groups].flatMap(([heading, commands]) => [
      `## ${heading}`,
      ...commands.flatMap(everyCommand).map(sectionOf),
    ]),
  ].join('\n\n')}\n`;
}

function sharedOptions(program: Command): string {
  const shared = program.options.filter((option) => isSharedOption(option.attributeName()));
  return `Options of every command, before it or after it:\n\n${optionTable(shared)}`;
}

/** All commands on one screen. */
function contents(groups: ReadonlyMap<string, readonly Command[]>): string {
  return table([
    ['Command', ''],
    ...[...groups].flatMap(([heading, commands]) => [
      [`**[${heading}](#${anchorOf(heading)})**`, ''],
      ...commands.map(lineOf),
    ]),
  ]);
}

/** A command, and what it is for. */
function lineOf(command: Command): string[] {
  const path = commandPath(command);
  return [`[${code(path)}](#${anchorOf(path)})`, escaped(command.summary())];
}

function sectionOf(command: Command): string {
  const parts = [
    `### ${code(commandPath(command))}`,
    code(`${commandPath(command)} ${command.usage()}`),
    wrap(escaped(command.description()), WIDTH),
    argumentTable(command.registeredArguments),
    ...optionTables(command),
    command.commands.length > 0 ? table([['Command', ''], ...command.commands.map(lineOf)]) : '',
    helpPage(command),
    ...examplesOf(command).map(({ list }) => examplesText(list)),
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

function argumentTable(args: readonly Argument[]): string {
  const described = args.filter(({ description }) => description !== '');
  if (described.length === 0) return '';
  return table([
    ['Argument', ''],
    ...described.map((arg) => [code(arg.name()), `${escaped(arg.description)}${choicesText(arg.argChoices)}`]),
  ]);
}

/** One table for each group of options, under its heading if it has one. */
function optionTables(command: Command): string[] {
  const own = command.options.filter((option) => !isSharedOption(option.attributeName()));
  const groups = grouped(own, ({ helpGroupHeading }) => helpGroupHeading);
  return [...groups].map(([heading, options]) =>
    heading === undefined ? optionTable(options) : `${escaped(heading)}\n\n${optionTable(options)}`,
  );
}

function optionTable(options: readonly Option[]): string {
  return table([['Option', ''], ...options.map((option) => [code(option.flags), aboutOption(option)])]);
}

function aboutOption({ description, mandatory, argChoices, defaultValue }: Option): string {
  const fallback = defaultValue === undefined ? '' : `; default ${code(String(defaultValue))}`;
  return `${escaped(description)}${choicesText(argChoices)}${fallback}${mandatory ? '. Required' : ''}`;
}

function choicesText(choices: readonly string[] | undefined): string {
  return choices === undefined ? '' : `: ${choices.map(code).join(', ')}`;
}

function examplesText(list: readonly Example[]): string {
  const width = Math.max(...list.map(([line]) => line.length));
  const lines = list.map(([line, words]) => (words === '' ? line : `${line.padEnd(width)}   # ${words}`));
  return ['```sh', ...lines, '```'].join('\n');
}

/** In the order in which each group first comes. */
function grouped<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}
