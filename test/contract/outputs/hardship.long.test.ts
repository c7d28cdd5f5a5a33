import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openStaging } from '../../../src/contract/outputs/staging.js';
import { bundled } from '../../services/bundled.js';
import { temporaryDirectory } from './written-rows.js';

const PUBLISH_ROWS = [process.execPath, await bundled(join(import.meta.dirname, 'fixtures', 'publish-rows.ts'))];

/** A file system of one's own to fill or freeze needs a mount, which Linux grants inside a namespace of one's own. */
const canMount = spawnSync('unshare', ['--map-root-user', '--mount', 'true']).status === 0;

function start(command: readonly string[]): ChildProcess & { said: () => Promise<Record<string, unknown>> } {
  const [program = '', ...args] = command;
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  let heard = '';
  child.stdout.on('data', (chunk: Buffer) => (heard += chunk.toString()));
  const line = new Promise<Record<string, unknown>>((resolve, reject) => {
    child.stdout.on('data', () => {
      if (heard.includes('\n')) resolve(JSON.parse(heard.split('\n')[0]!) as Record<string, unknown>);
    });
    child.once('close', () => {
      reject(new Error(`ended without a word: ${heard}`));
    });
  });
  line.catch(() => undefined);
  return Object.assign(child, { said: () => line });
}

describe.skipIf(!canMount)('a file system of its own', () => {
  const inside = (mount: string, directory: string, ...args: string[]) =>
    start([
      ...['unshare', '--map-root-user', '--mount', 'sh', '-ec', `${mount}; shift; exec "$@"`, 'sh', directory],
      ...[...PUBLISH_ROWS, directory, ...args],
    ]);

  test.each(['big.csv', 'big.parquet'])(
    'that is full when %s is written ends with what, why and nothing left behind',
    async (name) => {
      const directory = await temporaryDirectory();
      const child = inside('mount -t tmpfs -o size=256k none "$1"', directory, name, '150000');
      expect(await child.said()).toEqual({
        code: 'OUTPUT_UNWRITABLE',
        message: `Cannot write to ${directory}: the disk is full.`,
        why: 'The system reported ENOSPC. Nothing was left under the final name.',
        left: [],
      });
    },
  );

  test('that is read-only ends with what and why', async () => {
    const directory = await temporaryDirectory();
    const child = inside('mount -t tmpfs -o ro none "$1"', directory, 'a.csv', '10');
    expect(await child.said()).toMatchObject({
      code: 'OUTPUT_UNWRITABLE',
      why: 'The file system is read-only (EROFS).',
      left: [],
    });
  });
});

test('a run killed half way leaves only a staged file, which the next run sweeps', async () => {
  const directory = await temporaryDirectory();
  const child = start([...PUBLISH_ROWS, directory, 'a.csv', '50000', '0']);
  expect(await child.said()).toEqual({ staged: true });
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
  expect(await readdir(directory)).toEqual([expect.stringMatching(/^\.casparian-\d+-[0-9a-f]+-a\.csv\.partial$/)]);
  await openStaging(directory);
  expect(await readdir(directory)).toEqual([]);
});

test('of two processes that publish the same name again and again every reader sees one whole file', async () => {
  const directory = await temporaryDirectory();
  const sizes = [300, 4_000];
  const children = sizes.map((rows) => start([...PUBLISH_ROWS, directory, 'same.csv', String(rows), '40']));
  const ends = Promise.all(children.map((child) => child.said()));
  const running = new Set(children);
  for (const child of children) child.once('exit', () => running.delete(child));
  const seen = new Set<number>();
  while (running.size > 0) {
    const text = await readFile(join(directory, 'same.csv'), 'utf8').catch(() => null);
    if (text === null) {
      // Once it is there it is never missing again, not even for a moment.
      expect(seen.size).toBe(0);
      await new Promise((resolve) => setImmediate(resolve));
      continue;
    }
    seen.add(text.split('\n').length - 2);
    expect(text.endsWith('\n')).toBe(true);
  }
  expect(await ends).toEqual([{ published: true }, { published: true }]);
  expect([...seen].every((rows) => sizes.includes(rows))).toBe(true);
  expect(await readdir(directory)).toEqual(['same.csv']);
});
