import { expect, test } from 'vitest';
import { type Evidence, evidenceOf, mergeEvidence } from '../../../src/parse/dataset-contract/evidence.js';
import { detectFormat } from '../../../src/tables/detect-format.js';
import { profileTable } from '../../../src/parse/reader-run/inspect-table.js';

const { signal } = new AbortController();

async function evidenceOfText(text: string): Promise<Evidence> {
  const options = { format: {}, types: new Map<string, never>(), signal };
  const input = { name: 'a.csv', path: 'a.csv', bytes: undefined, content: Buffer.from(text) };
  return evidenceOf(await profileTable(input, options, detectFormat));
}

/** The number of different texts that the merged evidence of the files has for its only column; undefined if they are too many. */
async function distinctTexts(...words: (readonly string[])[]): Promise<number | undefined> {
  const files = words.map((own) => evidenceOfText(`word\n${own.join('\n')}\n`));
  const { columns } = mergeEvidence(await Promise.all(files)).profile;
  const [tally, ...others] = columns[0]?.profile.tallies.values() ?? [];
  expect(others).toEqual([]);
  return tally?.distinct?.size;
}

const wordsFrom = (first: number, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `word ${String.fromCharCode(97 + ((first + index) % 26))}x`);

test('counts the different texts of all files together', async () => {
  expect(await distinctTexts(wordsFrom(0, 5), wordsFrom(3, 5))).toBe(8);
});

test('does not list different texts of many files, as of one file with many', async () => {
  expect(await distinctTexts(wordsFrom(0, 20))).toBe(20);
  expect(await distinctTexts(wordsFrom(0, 20), wordsFrom(15, 10))).toBeUndefined();
  expect(await distinctTexts(wordsFrom(0, 25), wordsFrom(0, 1))).toBeUndefined();
});
