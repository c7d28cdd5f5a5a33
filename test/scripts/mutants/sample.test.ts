import { expect, it } from 'vitest';
import { mutantsOf } from '../../../scripts/mutants/mutate.js';
import { sample } from '../../../scripts/mutants/sample.js';

const mutants = mutantsOf('file.ts', Array.from({ length: 50 }, (_, line) => `a${line} = b < c && d;`).join('\n'));

it('draws the same mutants for the same seed', () => {
  expect(sample(mutants, 10, 7)).toEqual(sample(mutants, 10, 7));
});

it('draws others for another seed', () => {
  expect(sample(mutants, 10, 7)).not.toEqual(sample(mutants, 10, 8));
});

it('draws one mutant of a line at most', () => {
  const lines = sample(mutants, 50, 7).map(({ line }) => line);
  expect(new Set(lines).size).toBe(50);
});

it('draws all lines where there are fewer than asked for', () => {
  expect(sample(mutants, 1000, 7)).toHaveLength(50);
});
