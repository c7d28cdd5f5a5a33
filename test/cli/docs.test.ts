import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { isSharedOption } from '../../src/cli/options/shared.js';
import { createProgram, everyCommand } from '../../src/cli/program.js';

function pathOf(command: Command): string {
  return command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name();
}

/** Groups that do something by themselves: they list. */
const LISTING = ['datasets', 'jobs', 'outputs'];

/** Commands that do something: not the program itself, and not a group whose commands do it. */
function commandsThatRun(): Command[] {
  const { program } = createProgram();
  return everyCommand(program).filter(
    (command) => command.parent && (command.commands.length === 0 || LISTING.includes(command.name())),
  );
}

/** The text below a heading, up to the next one. */
function sections(text: string): Map<string, string> {
  const parts = text.split(/^### /m).slice(1);
  return new Map(parts.map((part) => [/^`(.+?)`/.exec(part)?.[1] ?? part, part.split(/^## /m)[0] ?? '']));
}

test('cli.md has a section for every command, and none for any other', async () => {
  const page = await readFile(new URL('../../docs/reference/cli.md', import.meta.url), 'utf8');
  expect([...sections(page).keys()].sort()).toEqual(commandsThatRun().map(pathOf).sort());
});

test('the section of a command names each of its options', async () => {
  const page = sections(await readFile(new URL('../../docs/reference/cli.md', import.meta.url), 'utf8'));
  const missing = commandsThatRun().flatMap((command) =>
    command.options
      .filter((option) => !isSharedOption(option.attributeName()))
      .filter(({ long }) => !page.get(pathOf(command))?.includes(long ?? ''))
      .map(({ long }) => `${pathOf(command)} ${long}`),
  );
  expect(missing).toEqual([]);
});
