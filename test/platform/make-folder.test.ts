import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeFolder } from '../../src/platform/index.js';

let place: string;
beforeEach(() => (place = mkdtempSync(join(tmpdir(), 'folders-'))));
afterEach(() => rmSync(place, { recursive: true }));

test('makes what is missing, and answers the first one it made', () => {
  expect(makeFolder(join(place, 'a', 'b', 'c'), 0o700)).toBe(join(place, 'a'));
  expect(statSync(join(place, 'a', 'b', 'c')).mode & 0o777).toBe(0o700);
  expect(makeFolder(join(place, 'a', 'd'))).toBe(join(place, 'a', 'd'));
});

test('a folder that is there is left alone', () => {
  expect(makeFolder(place)).toBeUndefined();
  expect(makeFolder(tmpdir())).toBeUndefined();
});

test('a file in the way is an error, as the last part and before it', () => {
  const file = join(place, 'file');
  writeFileSync(file, '');
  expect(() => makeFolder(file)).toThrow(/EEXIST/);
  expect(() => makeFolder(join(file, 'below'))).toThrow(/ENOTDIR/);
});

test.runIf(existsSync('/proc/self'))('where no folder can be made, it says so instead of trying for ever', () => {
  expect(() => makeFolder('/proc/nope/below')).toThrow(/ENOENT/);
});
