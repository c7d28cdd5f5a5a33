import { readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { examplesOf } from '../../../src/cli/examples.js';
import { asText } from '../../../src/cli/help/as-text.js';
import { commandPath } from '../../../src/cli/help/command-path.js';
import { helpPage, pageName } from '../../../src/cli/help/help-page.js';
import { createProgram, everyCommand } from '../../../src/cli/program.js';
import { argvOf } from './shell-words.js';

const { program } = createProgram();
const commands = everyCommand(program);

/** What `casparian X --help` prints, on a terminal of 80 columns. */
function helpOf(path: string): string {
  const command = commands.find((one) => commandPath(one) === path)!;
  let text = '';
  command.configureOutput({ writeOut: (part) => (text += part), getOutHelpWidth: () => 80 }).outputHelp();
  return text;
}

test('every page of help belongs to a command', async () => {
  const pages = await readdir(new URL('../../../src/cli/help/pages', import.meta.url));
  const known = commands.map(pageName);
  expect(pages.filter((page) => !known.includes(page))).toEqual([]);
});

test('every command says in a few words and in sentences what it does', () => {
  for (const command of commands.slice(1)) {
    expect(command.summary(), commandPath(command)).toMatch(/^[A-Z].{3,75}[^.]$/);
    expect(command.description(), commandPath(command)).toMatch(/^[A-Z].+\.$/s);
  }
});

test('every command has examples, each with a word on what it is for', () => {
  for (const command of commands) {
    const list = examplesOf(command).flatMap((examples) => examples.list);
    expect(list.length, commandPath(command)).toBeGreaterThan(0);
    expect(list.filter(([, words]) => words === '').map(([line]) => line)).toEqual([]);
  }
});

test('every option is described, in words that begin like all others', () => {
  const odd = commands.flatMap((command) =>
    command.options
      .filter(({ description }) => !/^[A-Z0-9]/.test(description) || /\.$/.test(description))
      .map(({ flags, description }) => `${commandPath(command)} ${flags}: ${description}`),
  );
  expect(odd).toEqual([]);
});

test('examples call commands that exist, with options that they have', () => {
  const lines = commands.flatMap((command) => examplesOf(command).flatMap(({ list }) => list.map(([line]) => line)));
  for (const line of lines) expect(() => idle.parse(argvOf(line), { from: 'user' }), line).not.toThrow();
});

/** Groups that do something by themselves: they list. */
const LISTING = ['datasets', 'jobs', 'outputs'];
/** The program with none of its effects. */
const idle = createProgram().program;
for (const command of everyCommand(idle)) {
  if (command.commands.length === 0 || [...LISTING, 'demo'].includes(command.name())) command.action(() => undefined);
}

test('help has what the command declares, then what its page says, then examples; shared options come last of all options', () => {
  const text = helpOf('casparian task submit');
  const places = ['Usage:', 'What runs:', 'Global options:', 'A spec file', 'Examples:'].map((words) =>
    text.indexOf(words),
  );
  expect(places).toEqual([...places].sort((one, other) => one - other));
  expect(places).not.toContain(-1);
});

test('no line of a page is longer than the terminal, but for words that are', () => {
  for (const command of commands) {
    const lines = asText(helpPage(command), 80).split('\n');
    expect(
      lines.filter((line) => line.length > 80 && line.trim().includes(' ')),
      commandPath(command),
    ).toEqual([]);
  }
});

test('Markdown becomes plain text: lists, tables, code and links', () => {
  const page = [
    '**Names.** As `a*b` in [the guide](../guides/query.md#names) and [codes](errors.md).',
    '- one\n  and on\n- two',
    '| Table | Columns |\n|---|---|\n| `jobs` | `id` \\| more |',
    '```sh\ncasparian jobs\n\ncasparian files\n```',
  ];
  expect(asText(page.join('\n\n'), 80)).toBe(
    [
      'Names. As `a*b` in the guide (docs/guides/query.md) and codes',
      '(docs/reference/errors.md).',
      '',
      '- one and on',
      '- two',
      '',
      '  `jobs`  `id` | more',
      '',
      '  casparian jobs',
      '',
      '  casparian files',
    ].join('\n'),
  );
});

test('a program with one command has that one with all of its own', () => {
  for (const command of program.commands) {
    const [only, ...others] = createProgram(command.name()).program.commands;
    expect([others, only && pathsOf(only)]).toEqual([[], pathsOf(command)]);
  }
  expect(pathsOf(createProgram('unknown').program)).toEqual(pathsOf(program));
});

function pathsOf(top: typeof program): string[] {
  return everyCommand(top).map((command) => commandPath(command));
}
