import { copyFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { pythonBinary } from '../../src/process/python-binary.js';

describe.runIf(process.platform === 'linux')('the Python that runs our own code', () => {
  let place = '';
  beforeEach(async () => void (place = await mkdtemp(join(tmpdir(), 'python-binary-'))));
  afterEach(() => rm(place, { recursive: true }));

  /** A folder of the PATH whose `python3` is a link to a program with this name. */
  function folderWith(name: string, make: (path: string) => void = (path) => copyFileSync('/bin/true', path)): string {
    const folder = join(place, name);
    mkdirSync(join(folder, 'real'), { recursive: true });
    make(join(folder, 'real', name));
    symlinkSync(join('real', name), join(folder, 'python3'));
    return folder;
  }
  const found = (...folders: string[]): string | undefined => pythonBinary({ PATH: folders.join(':') });

  test('is the first one on the PATH', () => {
    const [first, second] = [folderWith('python3.12'), folderWith('python3.13')];
    expect(found(first, second)).toBe(join(first, 'python3'));
    expect(found(second, first)).toBe(join(second, 'python3'));
  });

  test.each([
    [
      'a script that looks for a Python',
      'python3.14',
      (path: string) => writeFileSync(path, '#!/bin/sh\n', { mode: 0o755 }),
    ],
    ['a program that may not be run', 'python3.11', (path: string) => writeFileSync(path, '\x7fELF', { mode: 0o644 })],
    ['a Python that is too old', 'python3.8', undefined],
    ['a program without a version', 'python-launcher', undefined],
    ['a broken link', 'python3.10', () => undefined],
  ])('is not %s', (_, name, make) => {
    const recent = folderWith('python3.9');
    expect(found(folderWith(name, make), '', recent)).toBe(join(recent, 'python3'));
  });
});
