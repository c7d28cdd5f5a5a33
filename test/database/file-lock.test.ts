import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { holdFileLock, shareFileLock, tryFileLock } from '../../src/database/index.js';
import { startProgram } from '../engine/staging/program.js';

let directory: string;
let path: string;
let files = 0;

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'casparian-lock-'));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));
beforeEach(() => {
  path = join(directory, 'a folder that comes into being', `${files++}.lock`);
});

describe('a file lock', () => {
  test('is held by one at a time, also within a process', () => {
    const first = tryFileLock(path);
    expect(first).toBeDefined();
    expect(tryFileLock(path)).toBeUndefined();
    expect(tryFileLock(path)).toBeUndefined();
    first?.release();
    const second = tryFileLock(path);
    expect(second).toBeDefined();
    second?.release();
  });

  test('lets another one of this process be held beside it', () => {
    const locks = [tryFileLock(path), tryFileLock(`${path}.other`)];
    expect(locks).not.toContain(undefined);
    for (const lock of locks) lock?.release();
  });

  test('can be shared, and is then had alone by nobody', async () => {
    const sharers = [await shareFileLock(path), await shareFileLock(path)];
    for (const sharer of sharers) {
      expect(tryFileLock(path)).toBeUndefined();
      sharer.release();
    }
    const alone = tryFileLock(path);
    const late = shareFileLock(path);
    alone?.release();
    (await late).release();
  });

  test('makes the work of many take turns', async () => {
    let inside = 0;
    let most = 0;
    const work = async (): Promise<void> => {
      most = Math.max(most, ++inside);
      await new Promise(setImmediate);
      inside--;
    };
    await Promise.all([1, 2, 3, 4].map(() => holdFileLock(path, work)));
    expect(most).toBe(1);
  });

  test('is let go of when the work throws', async () => {
    await expect(holdFileLock(path, () => Promise.reject(new Error('work failed')))).rejects.toThrow('work failed');
    await expect(holdFileLock(path, () => Promise.resolve('next'))).resolves.toBe('next');
  });

  test('says once that it has to be waited for, and the wait can be ended', async () => {
    const held = tryFileLock(path);
    const stop = new AbortController();
    const onWait = vi.fn(() => stop.abort());
    const waiting = holdFileLock(path, () => Promise.resolve(), { signal: stop.signal, onWait });
    await expect(waiting).rejects.toMatchObject({ code: 'INTERRUPTED' });
    expect(onWait).toHaveBeenCalledOnce();
    held?.release();
  });

  test('held by another process is free as soon as that is killed, with nothing to clean up', async () => {
    const holder = await startProgram(new URL('fixtures/hold-lock.ts', import.meta.url), [path]);
    expect(await holder.nextLine()).toBe('holding');
    expect(tryFileLock(path)).toBeUndefined();
    const waiting = holdFileLock(path, () => Promise.resolve('mine'), { onWait: () => holder.kill('SIGKILL') });
    await expect(waiting).resolves.toBe('mine');
    expect(await holder.ended).toMatchObject({ signal: 'SIGKILL' });
  });

  test('that cannot be had at all says why', () => {
    mkdirSync(join(path, 'is a folder'), { recursive: true });
    expect(() => tryFileLock(path)).toThrow(expect.objectContaining({ code: 'DATABASE_UNAVAILABLE' }));
    writeFileSync(`${path}.text`, 'this is no lock file\n'.repeat(100));
    expect(() => tryFileLock(`${path}.text`)).toThrow(expect.objectContaining({ code: 'DATABASE_UNAVAILABLE' }));
  });
});
