import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import wabt from 'wabt';
import { RUNS_WASM } from '../../../src/tables/infer/profile/runs/runs-wasm.js';
import { profileRows } from '../../../src/tables/infer/infer-table.js';
import { CORPUS } from './corpus.js';
import { textReader, type Texts } from './tables.js';

const SOURCE = new URL('../../../src/tables/infer/profile/runs/runs.wat', import.meta.url);

test('what runs is what runs.wat says', async () => {
  const tools = await wabt();
  const compiled = tools.parseWat('runs.wat', await readFile(SOURCE, 'utf8'), { simd: true }).toBinary({}).buffer;
  expect(Buffer.from(compiled).toString('base64')).toBe(RUNS_WASM);
});

/** Batches of few rows have no runs: every value is classified. */
const NO_RUNS = 50;

async function profileOf(texts: Texts, batchRows: number) {
  const { columns } = await profileRows(textReader({ x: texts }, batchRows), {});
  const { tallies, nulls, values } = columns[0]!.profile;
  return { tallies: [...tallies.values()], nulls, values };
}

/** Enough texts that distinct ones are no longer counted, with the others between them. */
function among(usual: Texts, strays: Texts): Texts {
  const long = Array.from({ length: 30 }, (_, index) => [
    `some text no ${index}x`,
    `just words like ${'abc'.repeat(index % 5)}`,
  ]);
  return [...long.flat(), ...usual, ...strays.flatMap((stray) => [...usual, stray, ...usual]), ...usual];
}

const digits = fc.stringMatching(/^[0-9]{1,17}$/);
const value = fc.oneof(
  digits,
  fc.stringMatching(/^[0-9]{0,6}[.,][0-9]{0,10}$/),
  fc.stringMatching(/^-?0?[0-9]{1,3}\.[0-9]{3}$/),
  fc.stringMatching(/^[01289][0-9]{3}-[01][0-9]-[0-3][0-9]$/),
  fc.stringMatching(/^(19|20)[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$/),
  fc.stringMatching(/^(jan|Mar|DEC|order|customer|EUR|mon|Sat|oct)[-_./ a-zA-Z0-9]{6,45}(m|z|c|5|EUR|USD|\$|€| )?$/),
  fc.stringMatching(/^[a-z]{8,12}[-_./ $%()ä€°é]{0,3}[a-zA-Z0-9]{0,40}$/),
  fc.constantFrom(null, '', 'NA', 'yes', ' 5 ', '20240131', '2024-02-29', '2023-02-29', '12345678', '+5', '1e5', '"x"'),
  fc.string({ unit: 'grapheme', maxLength: 50 }),
);

test('counting runs of values is classifying each of them', async () => {
  const columns = fc
    .tuple(fc.array(value, { minLength: 1, maxLength: 20 }), fc.array(value, { maxLength: 8 }))
    .map(([usual, strays]) => among(usual, strays));
  await fc.assert(
    fc.asyncProperty(columns, async (texts) => {
      expect(await profileOf(texts, Infinity)).toEqual(await profileOf(texts, NO_RUNS));
    }),
    { numRuns: 100 },
  );
});

test('the corpus has the same profile with and without runs', async () => {
  for (const { texts } of Object.values(CORPUS).flat()) {
    const many = among(texts.slice(0, 500), texts.slice(0, 5));
    expect(await profileOf(many, Infinity)).toEqual(await profileOf(many, NO_RUNS));
  }
});
