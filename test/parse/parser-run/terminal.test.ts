import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { BARE_PYTHON, createPlace, type Place } from '../place.js';

const MAIN = fileURLToPath(new URL('../../../dist/cli/main.js', import.meta.url));
const TERMINAL = fileURLToPath(new URL('fixtures/terminal.py', import.meta.url));

let place: Place;
beforeEach(async () => {
  place = await createPlace();
  await place.file('input.csv', 'a\n');
});
afterEach(() => place.remove());

type Step = readonly [waitFor: string, keys: string];

/** The built CLI in a real pseudo-terminal, with a person at it who waits for texts and types. */
async function atTerminal(parser: string, steps: readonly Step[], ...args: string[]) {
  await place.file('parser.py', parser);
  const command = [process.execPath, MAIN, 'run', '--python', BARE_PYTHON, 'parser.py', 'input.csv', ...args];
  const env = { ...process.env, ...place.mark, TMPDIR: place.temporary, TERM: 'xterm', PYTHONSTARTUP: '' };
  const { stdout } = await promisify(execFile)(BARE_PYTHON, [TERMINAL, JSON.stringify(steps), ...command], {
    cwd: place.folder,
    env,
  });
  return JSON.parse(stdout) as { output: string; code: number };
}

const CLEARED_LINE = '\r\x1b[2K';
const OUT = ['--out', 'out', '--format', 'jsonl'];

test('breakpoint() opens the debugger, answers, and lets the run go on', async () => {
  const { output, code } = await atTerminal(
    `def parse(path):\n    answer = 6 * 7\n    breakpoint()\n    return [{'answer': answer}]\n`,
    [
      ['(Pdb)', 'p answer\n'],
      ['42', 'answer = 43\n'],
      ['(Pdb)', 'c\n'],
    ],
    ...OUT,
  );
  expect(output).toContain('rows in 1 = valid 1 + quarantined 0');
  expect(code).toBe(0);
  await place.expectNothingLeftBut('parser.jsonl');
});

test('input() reads what is typed, and print shows before the parser ends', async () => {
  const { output, code } = await atTerminal(
    `def parse(path):\n    print('which year?')\n    return [{'year': input()}]\n`,
    [['which year?', '2024\n']],
    ...OUT,
  );
  expect(output).toContain('rows in 1 = valid 1');
  expect(code).toBe(0);
});

test('Ctrl-C stops parser and host and leaves nothing', async () => {
  const { output, code } = await atTerminal(
    `import time\n\ndef parse(path):\n    yield [{'a': 1}]\n    print('busy')\n    time.sleep(600)\n`,
    [['busy', '\x03']],
    ...OUT,
  );
  expect(code).toBe(130);
  expect(output).toContain('INTERRUPTED');
  expect(output).not.toContain('Traceback');
  await place.expectNothingLeftBut();
});

test('Ctrl-C in the debugger ends the run as well', async () => {
  const { code } = await atTerminal(
    `def parse(path):\n    breakpoint()\n    return [{'a': 1}]\n`,
    [['(Pdb)', '\x03']],
    ...OUT,
  );
  expect(code).toBe(130);
  await place.expectNothingLeftBut();
});

test('quitting the debugger is an error of the parser, not of ours', async () => {
  const { output, code } = await atTerminal(
    `def parse(path):\n    breakpoint()\n    return [{'a': 1}]\n`,
    // Since Python 3.14 the debugger asks whether it should really quit, and then calls sys.exit().
    [['(Pdb)', 'q\ny\n']],
    ...OUT,
  );
  expect(code).toBe(1);
  expect(output).toMatch(/BdbQuit|the parser called sys\.exit\(1\)/);
  await place.expectNothingLeftBut();
});

test('a slow parser shows how far it is, in place, and the line is gone at the end', async () => {
  const { output, code } = await atTerminal(
    `import time\n\ndef parse(path):\n    for n in range(3):\n        yield [{'n': n}] * 70_000\n        time.sleep(0.3)\n`,
    [['rows', '']],
    ...OUT,
  );
  expect(code).toBe(0);
  const [, first, ...more] = output.split(CLEARED_LINE);
  expect(first).toMatch(/^[\d,]+ rows$/);
  const shown = more.at(-1);
  expect(shown).toContain('rows in 210,000 = valid 210,000 + quarantined 0');
});
