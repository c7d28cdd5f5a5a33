import { existsSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { shareFileLock, tryFileLock } from '../../../src/database/index.js';
import type { Engine } from '../../../src/engine/index.js';
import { environmentPlace } from '../../../src/pipeline/environments/environment-place.js';
import { listEnvironments } from '../../../src/pipeline/environments/list-environments.js';
import { pruneEnvironments } from '../../../src/pipeline/environments/prune-environments.js';
import { type PipelineHome, pipelineHome } from '../../../src/pipeline/index.js';
import { freshStore, STORES, temporaryFolder } from '../../cli/store.js';

const DAY_MS = 86_400_000;
const hashOf = (letter: string): string => letter.repeat(64);

describe.each(STORES)('the environments of a home on %s', (kind) => {
  let engine: Engine;
  let home: PipelineHome;
  beforeAll(async () => {
    ({ engine } = await freshStore(kind, afterAll));
  });
  beforeEach(async () => {
    home = pipelineHome(await temporaryFolder());
  });

  /** An environment as it looks from outside. */
  const place = (letter: string, lastUsedDaysAgo = 0): string => {
    const { folder, manifest } = environmentPlace(home, hashOf(letter));
    mkdirSync(join(folder, 'bin'), { recursive: true });
    const packages = [{ name: 'tiny', version: '1' }];
    const facts = { lockfile_hash: hashOf(letter), language: 'python', runtime: '3.11.7', packages, size_bytes: 10 };
    writeFileSync(manifest, JSON.stringify({ ...facts, built_at: '2026-01-01T00:00:00Z' }));
    const at = new Date(Date.now() - lastUsedDaysAgo * DAY_MS);
    utimesSync(manifest, at, at);
    return folder;
  };
  const register = (name: string, letter: string, retired: boolean): Promise<unknown> =>
    engine.database
      .script(`INSERT INTO cf_parsers (tenant, id, name, version, language, entrypoint, source_archive, source_hash,
      lockfile_hash, outputs, imports, files, created_at, registered_at, retired_at) VALUES
      ('default', '00000000-0000-7000-8000-${letter.repeat(12)}', '${name}', '1.0', 'python', 'parser.py', ${kind === 'sqlite' ? "x'00'" : "'\\x00'"},
      '${hashOf(letter)}', '${hashOf(letter)}', 'null', '[]', 1, 1, 1, ${retired ? '2' : 'NULL'})`);
  const prune = async (wishes: { olderThanMs?: number; all?: boolean; dryRun?: boolean } = {}) => {
    const request = { olderThanMs: undefined, all: false, dryRun: false, ...wishes };
    const { pruned, inUse } = await pruneEnvironments(engine.database, home, request);
    const letters = (states: typeof pruned): string => states.map((state) => state.place.lockfileHash[0]).join('');
    return { pruned: letters(pruned), inUse: letters(inUse) };
  };

  test('are listed with the parsers that use them, the last used one first', async () => {
    expect(await listEnvironments(engine.database, home)).toEqual([]);
    place('a', 3);
    place('b');
    rmSync(environmentPlace(home, hashOf('b')).manifest);
    await register('sales', 'a', false);
    await register('old', 'b', true);
    const listed = await listEnvironments(engine.database, home);
    expect(listed).toMatchObject([
      { place: { lockfileHash: hashOf('b') }, manifest: undefined, parsers: [] },
      { place: { lockfileHash: hashOf('a') }, manifest: { runtime: '3.11.7' }, parsers: ['sales v1.0'] },
    ]);
    expect(Date.now() - listed[1]!.lastUsedAt).toBeGreaterThan(2.9 * DAY_MS);
  });

  test('are pruned when no registered parser uses them', async () => {
    const [used, retired, orphan] = [place('c', 9), place('d', 9), place('e', 1)];
    await register('bills', 'c', false);
    await register('older', 'd', true);
    expect(await prune({ dryRun: true })).toEqual({ pruned: 'ed', inUse: '' });
    expect([used, retired, orphan].map(existsSync)).toEqual([true, true, true]);
    expect(await prune({ olderThanMs: 5 * DAY_MS })).toEqual({ pruned: 'd', inUse: '' });
    expect(await prune()).toEqual({ pruned: 'e', inUse: '' });
    expect([used, retired, orphan].map(existsSync)).toEqual([true, false, false]);
    expect(await prune({ all: true })).toEqual({ pruned: 'c', inUse: '' });
    expect(existsSync(used)).toBe(false);
  });

  test('are never pruned while they are built or used', async () => {
    const folders = [place('a'), place('b')];
    const locks = [
      tryFileLock(environmentPlace(home, hashOf('a')).buildLock)!,
      await shareFileLock(environmentPlace(home, hashOf('b')).useLock),
    ];
    onTestFinished(() => locks.forEach((lock) => lock.release()));
    const { pruned, inUse } = await prune({ all: true });
    expect([pruned, [...inUse].sort().join('')]).toEqual(['', 'ab']);
    expect(folders.map(existsSync)).toEqual([true, true]);
  });
});
