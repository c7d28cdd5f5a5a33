import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { waitUntil } from '../../services/wait-until.js';
import { type CommandLine, createCommandLine, LINES, MAIN } from '../command-line.js';
import { BARE_PYTHON, type Place } from '../place.js';

let commandLine: CommandLine;
let place: Place;
beforeEach(async () => {
  commandLine = await createCommandLine();
  place = commandLine.place;
});
afterEach(() => place.remove());

const WAITING = `import signal\n\ndef parse(path):\n    yield [{'a': 1}]\n    print('ready')\n    signal.pause()\n`;

describe('a run that is stopped', () => {
  test.each(['SIGINT', 'SIGTERM'] as const)('by %s ends with 130 and leaves nothing', async (signal) => {
    await place.file('script.py', WAITING);
    await place.file('input.csv');
    const running = commandLine.start('script.py', 'input.csv', '--out', 'out/new');
    await running.line('stdout', /ready/);
    running.process.kill(signal);
    const { code, stderr } = await running.ended;
    expect(code).toBe(130);
    expect(stderr).toContain('Error [INTERRUPTED]');
    await place.expectNothingLeftBut();
  });

  test('twice ends at once, with a parser that does not listen', async () => {
    await place.file(
      'script.py',
      WAITING.replace(
        'def',
        'signal.signal(signal.SIGTERM, signal.SIG_IGN)\nsignal.signal(signal.SIGINT, signal.SIG_IGN)\n\ndef',
      ),
    );
    await place.file('input.csv');
    const running = commandLine.start('script.py', 'input.csv', '--out', 'out/new');
    await running.line('stdout', /ready/);
    running.process.kill('SIGINT');
    await waitUntil(() => !running.process.kill('SIGINT'), {
      for: 'the end',
      intervalMs: 200,
    });
    // One that waited for its parser to end would have had the time to say so.
    const quiet = expect.not.stringContaining('INTERRUPTED') as string;
    expect(await running.ended).toMatchObject({ code: 130, stderr: quiet });
    await place.expectNothingLeftBut();
  });

  test('by SIGKILL takes its parser along, and the next run clears away what it had staged', async () => {
    await place.file('script.py', WAITING);
    await place.file('input.csv');
    const running = commandLine.start('script.py', 'input.csv', '--out', 'out');
    await running.line('stdout', /ready/);
    running.process.kill('SIGKILL');
    await running.ended;
    await place.file('script.py', LINES);
    await place.file('input.csv', 'a\n');
    expect((await commandLine.run('script.py', 'input.csv', '--out', 'out')).code).toBe(0);
    expect(await place.outputs()).toEqual(['script.parquet']);
    // Nobody could remove the folder of its socket; it is empty of sockets and of use.
    for (const name of await readdir(place.temporary)) await rm(join(place.temporary, name), { recursive: true });
    await place.expectNothingLeftBut('script.parquet');
  });
});

describe('a parser that prints', () => {
  const LOUD = `import sys\n\ndef parse(path):\n    line = 'x' * 1_000_000 + '\\n'\n    for _ in range(200):\n        sys.stdout.write(line)\n    return [{'a': 1}]\n`;

  test('200 MB to somebody who reads loses none of it', async () => {
    await place.file('script.py', LOUD);
    await place.file('input.csv');
    const { code, bytes } = await runCounting(place, ['script.py', 'input.csv', '--out', 'out']);
    expect(code).toBe(0);
    expect(bytes).toBeGreaterThan(200_000_000);
    await place.expectNothingLeftBut('script.parquet');
  });

  test('to somebody who stops reading ends, and leaves nothing half done', async () => {
    await place.file('script.py', LOUD);
    await place.file('input.csv');
    const running = commandLine.start('script.py', 'input.csv', '--out', 'out');
    running.process.stdout?.once('data', () => running.process.stdout?.destroy());
    const { code, stderr } = await running.ended;
    expect([code, stderr]).toEqual([1, expect.stringContaining('BrokenPipeError')]);
    await place.expectNothingLeftBut();
  });
});

/** Reads stdout as fast as it comes and keeps nothing but its size. */
async function runCounting(place: Place, args: string[]): Promise<{ code: number | null; bytes: number }> {
  const child = spawn(process.execPath, [MAIN, 'run', '--python', BARE_PYTHON, ...args], {
    cwd: place.folder,
    env: { ...process.env, ...place.mark, TMPDIR: place.temporary },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let bytes = 0;
  child.stdout.on('data', (chunk: Buffer) => (bytes += chunk.byteLength));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, bytes };
}
