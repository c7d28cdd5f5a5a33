import { describe, expect, test } from 'vitest';
import { type Evidence, evidenceOf, mergeEvidence } from '../../../src/parse/dataset-contract/evidence.js';
import { findRenames } from '../../../src/parse/dataset-contract/find-renames.js';
import { detectFormat } from '../../../src/tables/detect-format.js';
import { renameCandidates } from '../../../src/parse/dataset-contract/rename-candidates.js';
import { profileTable } from '../../../src/parse/reader-run/inspect-table.js';

/** What is known of files with these lines. */
async function evidenceOfTexts(...texts: string[]): Promise<Evidence> {
  const { signal } = new AbortController();
  const options = { format: {}, types: new Map<string, never>(), signal };
  const tables = texts.map((text) =>
    profileTable({ name: 'a.csv', path: 'a.csv', bytes: undefined, content: Buffer.from(text) }, options, detectFormat),
  );
  return mergeEvidence((await Promise.all(tables)).map(evidenceOf));
}

async function renamesIn(...texts: string[]): Promise<string[]> {
  const evidence = await evidenceOfTexts(...texts);
  const names = new Set(evidence.headers.flatMap(({ columns }) => columns));
  return findRenames(evidence, names).map(({ from, to, evidence: reasons }) => `${from} > ${to}: ${reasons.join()}`);
}

const ALWAYS = 'similar values,never both in one file';

describe('a column was probably renamed if another one', () => {
  test('has its name but for case and punctuation, at any position', async () => {
    expect(await renamesIn('Province/State,n\nHubei,1\n', 'n,id,Province_State\n1,7,Hubei\n')).toEqual([
      `Province/State > Province_State: same name but for case and punctuation,${ALWAYS}`,
    ]);
  });

  test('has its position and a similar name', async () => {
    expect(await renamesIn('n,amount\n1,5\n', 'n,amounts\n1,5\n')).toEqual([
      `amount > amounts: same position,similar name,${ALWAYS}`,
    ]);
  });

  test('abbreviates its name, or is what it abbreviates', async () => {
    expect(await renamesIn('n,Latitude\n1,5.5\n', 'n,id,Lat\n1,7,5.5\n')).toEqual([
      `Latitude > Lat: similar name,${ALWAYS}`,
    ]);
    expect(await renamesIn('n,Long_\n1,5.5\n', 'n,id,Longitude\n1,7,5.5\n')).toEqual([
      `Long_ > Longitude: similar name,${ALWAYS}`,
    ]);
  });
});

describe('a column was not renamed if the other one', () => {
  test.each([
    ['is in the same file', ['n,amount,amounts\n1,5,5\n', 'n,amount\n1,5\n']],
    ['is similar, but has another position', ['n,amount\n1,5\n', 'n,id,ammount\n1,7,5\n']],
    ['has other values', ['n,amount\n1,5\n', 'n,amounts\n1,five\n']],
    ['has the same position, but another name', ['n,amount\n1,5\n', 'n,height\n1,5\n']],
    ['shares two letters only', ['n,la\n1,5\n', 'n,id,latitude\n1,7,5\n']],
    ['has no letters, as itself', ['n,?\n1,5\n', 'n,id,!\n1,7,5\n']],
  ])('%s', async (_, texts) => {
    expect(await renamesIn(...texts)).toEqual([]);
  });

  test('is the later name of another column already', async () => {
    expect(await renamesIn('n,A B,a-b\n1,5,5\n', 'n,ab\n1,5\n')).toEqual([
      `A B > ab: same position,same name but for case and punctuation,${ALWAYS}`,
    ]);
  });

  test('is not in the contract', async () => {
    const evidence = await evidenceOfTexts('n,amount\n1,5\n', 'n,amounts\n1,5\n');
    expect(findRenames(evidence, new Set(['n', 'amount']))).toEqual([]);
  });
});

test('columns of wide files are looked up, not compared with each other', async () => {
  const columns = Array.from({ length: 1_000 }, (_, index) => index);
  const file = (name: string) => `${columns.map((index) => (index < 500 ? `c${index}` : `${name}${index}`)).join()}\n`;
  const values = `${columns.map(() => 1).join()}\n`;
  const texts = [file('a') + values, file('measurement_') + values];
  expect(await renamesIn(...texts)).toEqual([]);
  const evidence = await evidenceOfTexts(...texts);
  const { all, laterNamesOf } = renameCandidates(evidence.profile.columns, evidence);
  // Each of the 500 columns with the one in its place.
  expect(all.reduce((sum, one) => sum + laterNamesOf(one).length, 0)).toBe(500);
});
