import { describe, expect, it } from 'vitest';
import { CORPUS } from './corpus.js';
import { inferColumn, summary } from './tables.js';

describe.each(Object.entries(CORPUS))('a column of %s', (_, cases) => {
  it.each(cases.map((one) => [one.why, one] as const))('%s', async (_why, { texts, expected, name }) => {
    expect(summary(await inferColumn(texts, name))).toBe(expected);
  });
});

it('the corpus is worth its name', () => {
  expect(Object.values(CORPUS).flat().length).toBeGreaterThanOrEqual(200);
});
