import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bashScript } from '../../../src/cli/completion/bash.js';
import { placesOf } from '../../../src/cli/completion/commands.js';
import { fishScript } from '../../../src/cli/completion/fish.js';
import { zshScript } from '../../../src/cli/completion/zsh.js';
import { createProgram, everyCommand } from '../../../src/cli/program.js';

const { program } = createProgram();
const places = placesOf(program);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'casparian-completion-'));
  await writeFile(join(folder, 'completion.bash'), bashScript(places));
  await writeFile(join(folder, 'completion.zsh'), zshScript(places));
  await writeFile(join(folder, 'completion.fish'), fishScript(places));
  await mkdir(join(folder, 'data'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** What a real shell offers at the end of each line. */
type Complete = (lines: readonly string[]) => string[][];

const inBash: Complete = (lines) => {
  const script = `source ./completion.bash
complete -p casparian >/dev/null || exit 1
while IFS= read -r line; do
  read -ra COMP_WORDS <<< "$line"
  [[ $line == *' ' ]] && COMP_WORDS+=('')
  COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))
  _casparian
  echo "\${COMPREPLY[*]}"
done`;
  return answers(
    execFileSync('bash', ['--norc', '-c', script], { cwd: folder, input: `${lines.join('\n')}\n`, encoding: 'utf8' }),
  );
};

/** Its own functions show candidates on a terminal only, so those that take and choose them are replaced. */
const inZsh: Complete = (lines) => {
  const script = `compdef() { }
source ./completion.zsh
_describe() { local list=$@[-1]; print -r -- \${\${(P)list}%%:*} }
_files() { print -r -- }
compadd() { shift; print -r -- "$@" }
while IFS= read -r line; do
  words=("\${(@s: :)line}")
  CURRENT=$#words
  _casparian | tr '\\n' ' ' | sed 's/ $//'
  echo
done`;
  const input = `${lines.join('\n')}\n`;
  const offered = answers(execFileSync('zsh', ['-f', '-c', script], { cwd: folder, input, encoding: 'utf8' }));
  return offered.map((words, at) => words.filter((word) => word.startsWith(lines[at]?.split(' ').at(-1) ?? '')));
};

const inFish: Complete = (lines) => {
  const script = `source ./completion.fish
for line in $argv
  echo (complete -C "$line" | string replace -r '\\t.*' '')
end`;
  const env = { ...process.env, HOME: folder };
  const args = ['--no-config', '-c', script, ...lines];
  return answers(execFileSync('fish', args, { cwd: folder, env, encoding: 'utf8' }));
};

function answers(output: string): string[][] {
  return output
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => line.split(' ').filter((word) => word !== ''));
}

const onPath = (name: string): boolean =>
  (process.env['PATH'] ?? '').split(':').some((each) => existsSync(join(each, name)));
const SHELLS: [string, Complete][] = [
  ['bash', inBash],
  ['zsh', inZsh],
  ['fish', inFish],
];

describe.each(SHELLS)('in %s', (shell, complete) => {
  test.skipIf(!onPath(shell))('commands, options and values are offered where they belong', () => {
    const [first, below, behindValue, options, values, shells] = complete([
      'casparian par',
      'casparian parser ',
      'casparian --db worker parser re',
      'casparian worker --met',
      'casparian quarantine export --format ',
      'casparian completion ',
    ]);
    expect(first).toContain('parser');
    expect(first).not.toContain('worker');
    expect(below).toEqual(expect.arrayContaining(['register', 'list', 'show', 'test', 'topics', 'unregister']));
    expect(behindValue).toContain('register');
    expect(options).toContain('--metrics-port');
    expect(options).not.toContain('--older-than');
    expect(values).toEqual(expect.arrayContaining(['csv', 'jsonl']));
    expect(shells).toEqual(expect.arrayContaining(['bash', 'fish', 'zsh']));
  });

  test.skipIf(!onPath(shell))('files are left to the shell, and so is the command line of a task', () => {
    const offered = complete([
      'casparian parser register ',
      'casparian worker --vendor ',
      'casparian task run -- parser ',
    ]);
    for (const words of offered) expect(words).not.toContain('register');
    if (shell === 'bash') expect(offered.flat()).toEqual([]);
  });
});

/** In one shell: each makes the same of the places, and fish takes ten seconds for all of them. */
test('every command, every option and every fixed value of it is offered', () => {
  const wanted = places.flatMap(({ path, commands, options, choices }) => {
    const line = `casparian${path.replaceAll('/', ' ')} `;
    return [
      { line, words: [...commands.map(({ word }) => word), ...choices] },
      { line: `${line}--`, words: options.map(({ word }) => word) },
      ...options
        .filter((option) => option.choices.length > 0)
        .map(({ word, choices: values }) => ({ line: `${line}${word} `, words: values })),
    ];
  });
  const offered = inBash(wanted.map(({ line }) => line));
  const missing = wanted.flatMap(({ line, words }, at) =>
    words.filter((word) => !offered[at]?.includes(word)).map((word) => line + word),
  );
  expect(missing).toEqual([]);
});

test('every command is completed, with all its options', () => {
  const paths = everyCommand(program).map((command) => {
    const words = [];
    for (let each = command; each.parent; each = each.parent) words.unshift(each.name());
    return words.map((word) => `/${word}`).join('');
  });
  expect(places.map(({ path }) => path).sort()).toEqual(paths.sort());
  const worker = places.find(({ path }) => path === '/worker')?.options.map(({ word }) => word);
  expect(worker).toEqual(expect.arrayContaining(['--concurrency', '--drain', '--home', '--json', '--help']));
});
