import type { StatsFs } from 'node:fs';
import files from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { expect, onTestFinished, test, vi } from 'vitest';
import { isInLocalFolder, isOnLocalDisk } from '../../../src/pipeline/files/local-disk.js';

/** The results are kept for each folder and device, so each test has its own device. */
let device = 1_000_000n;

function typeOfFileSystem(type: number | Error): { device: bigint; calls: () => number } {
  const answer = type instanceof Error ? Promise.reject(type) : Promise.resolve({ type } as StatsFs);
  answer.catch(() => undefined);
  const spy = vi.spyOn(files, 'statfs').mockReturnValue(answer);
  syncBuiltinESMExports();
  onTestFinished(() => {
    spy.mockRestore();
    syncBuiltinESMExports();
  });
  return { device: ++device, calls: () => spy.mock.calls.length };
}

test.each([
  ['ext4', 0xef53, true],
  ['tmpfs', 0x01021994, true],
  ['NFS', 0x6969, false],
  ['SMB', 0xff534d42, false],
  ['FUSE', 0x65735546, false],
  ['an unknown one', 1, false],
])('whether a file system is local: %s', async (_, type, isLocal) => {
  expect(await isOnLocalDisk('/data/a.csv', typeOfFileSystem(type).device)).toBe(isLocal);
});

test('one that cannot be asked counts as remote', async () => {
  const { device } = typeOfFileSystem(Object.assign(new Error('EACCES'), { code: 'EACCES' }));
  expect(await isOnLocalDisk('/data/a.csv', device)).toBe(false);
});

test('the file system of a folder is asked once, and again when another one is mounted there', async () => {
  const { device, calls } = typeOfFileSystem(0xef53);
  for (const name of ['a.csv', 'b.csv']) expect(await isOnLocalDisk(`/data/${name}`, device)).toBe(true);
  expect(calls()).toBe(1);
  const mounted = typeOfFileSystem(0x6969);
  for (const name of ['a.csv', 'b.csv']) expect(await isOnLocalDisk(`/data/${name}`, mounted.device)).toBe(false);
});

test('a folder is local as long as the last file that was looked at is', async () => {
  expect(isInLocalFolder('/mine/a.csv')).toBe(false);
  await isOnLocalDisk('/mine/a.csv', typeOfFileSystem(0xef53).device);
  expect(isInLocalFolder('/mine/b.csv')).toBe(true);
  expect(isInLocalFolder('/mine/inner/b.csv')).toBe(false);
  // A link to a file on a server.
  await isOnLocalDisk('/mine/c.csv', typeOfFileSystem(0x6969).device);
  expect(isInLocalFolder('/mine/b.csv')).toBe(false);
});
