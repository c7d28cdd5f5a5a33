import { expect, test } from 'vitest';
import { ignoreRules } from '../../../src/pipeline/files/ignore-rules.js';

/** Whether the lines skip a path; one that ends with a slash is a folder. */
function skips(lines: readonly string[], path: string): boolean {
  const isFolder = path.endsWith('/');
  return ignoreRules(lines)?.(isFolder ? path.slice(0, -1) : path, isFolder) ?? false;
}

test.each([
  ['a name at any depth', ['*.log'], ['a.log', 'b/c/a.log'], ['a.log.csv', 'A.LOG']],
  ['an anchored name in the folder itself', ['/a.csv'], ['a.csv'], ['b/a.csv']],
  ['a path from the folder on', ['in/*.csv'], ['in/a.csv'], ['b/in/a.csv', 'in/b/a.csv']],
  ['any depth between two names', ['in/**/old.csv'], ['in/old.csv', 'in/a/b/old.csv'], ['old.csv']],
  ['folders only', ['archive/'], ['archive/', 'b/archive/', 'archive/a.csv'], ['archive']],
  ['all but an exception', ['*.csv', '!keep.csv'], ['a.csv'], ['keep.csv', 'b/keep.csv']],
  ['an exception that a later line takes back', ['*.csv', '!keep.csv', 'keep.csv'], ['keep.csv'], []],
  ['everything below an ignored folder, also an exception', ['old/', '!old/keep.csv'], ['old/keep.csv'], []],
  ['names with special characters, escaped', ['\\!a.csv', '\\#b.csv'], ['!a.csv', '#b.csv'], ['a.csv', 'b.csv']],
] as [string, string[], string[], string[]][])('lines skip %s', (_what, lines, skipped, kept) => {
  expect(skipped.filter((path) => !skips(lines, path))).toEqual([]);
  expect(kept.filter((path) => skips(lines, path))).toEqual([]);
});

test('comments and empty lines skip nothing', () => {
  expect(ignoreRules(['', '  '])).toBeUndefined();
  expect(skips(['# *.csv', ''], 'a.csv')).toBe(false);
});
