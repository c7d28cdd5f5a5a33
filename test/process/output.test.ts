import { expect, test } from 'vitest';
import { runProcess, tailText } from '../../src/process/index.js';
import { bundled } from '../services/bundled.js';
import { allGone, fixturePath, program } from './programs.js';

test('of 10 MB on each stream the end is kept and every byte is counted', async () => {
  const argv = program('prints-megabytes.mjs', '10');
  const result = await runProcess({ argv, env: {}, maxOutputBytes: 1_000 });
  expect(result).toMatchObject({ ending: 'exited', exitCode: 0, stdoutBytes: 10_000_019, stderrBytes: 10_000_019 });
  expect(tailText(result.stdoutTail)).toBe(`${'x'.repeat(981)}\nthe end of stdout\n`);
  expect(tailText(result.stderrTail)).toBe(`${'x'.repeat(981)}\nthe end of stderr\n`);
});

test('64 KiB are kept of each stream unless the caller says otherwise', async () => {
  const result = await runProcess({ argv: program('prints-megabytes.mjs', '1'), env: {} });
  expect(result.stdoutTail).toHaveLength(65_536);
  expect(result.stderrTail).toHaveLength(65_536);
});

test('binary garbage is kept byte for byte', async () => {
  const { stdoutTail } = await runProcess({ argv: program('prints-garbage.mjs'), env: {} });
  expect([...stdoutTail]).toEqual(Array.from({ length: 256 }, (_, index) => 255 - index));
  expect(tailText(stdoutTail)).toContain('\uFFFD');
});

test('a callback gets every byte in order, and the tail is kept as well', async () => {
  const chunks: Buffer[] = [];
  const argv = program('prints-megabytes.mjs', '2');
  const result = await runProcess({ argv, env: {}, stdout: (chunk) => chunks.push(chunk), maxOutputBytes: 19 });
  const heard = Buffer.concat(chunks);
  expect(heard).toHaveLength(result.stdoutBytes);
  expect(heard.subarray(-19)).toEqual(result.stdoutTail);
});

test('a callback that throws stops the program and its error reaches the caller', async () => {
  const full = new Error('no space left on device');
  const pids: number[] = [];
  const takeNothing = (chunk: Buffer) => {
    pids.push(Number(chunk.toString()));
    throw full;
  };
  await expect(runProcess({ argv: program('forever.mjs'), env: {}, stdout: takeNothing })).rejects.toBe(full);
  await allGone(pids);
});

test('an inherited stream is ours, and neither kept nor counted', async () => {
  // Our own stdout is a test runner's, so another host's is looked at: the one whose stdout is captured here.
  const host = [process.execPath, await bundled(fixturePath('host.ts')), 'not-in-charge', '300'];
  const result = await runProcess({ argv: [...host, ...program('tells-what-it-got.mjs')], env: {} });
  expect(JSON.parse(tailText(result.stdoutTail))).toMatchObject({ env: {} });
});
