import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type MatchIntake, matchStrength } from '../../../src/collect/price/match-strength.js';

const COIN: MatchIntake = {
  title: 'Morgan Dollar',
  year: 1921,
  mintMark: 'D',
  denomination: '1 Dollar',
  series: 'Morgan',
  attributes: {},
};
const strength = (title: string | null, attributes: Record<string, string> = {}, intake = COIN): number =>
  matchStrength(intake, { title, attributes }).perMille;

describe('the match of a listing', () => {
  test('is full if it states everything', () => {
    expect(strength('1921-D Morgan Dollar 1 $ "1 dollar"')).toBe(1000);
  });

  test('is pinned for a usual title', () => {
    expect(matchStrength(COIN, { title: '1921 D Morgan Silver Dollar AU', attributes: {} })).toMatchObject({
      perMille: 900,
      parts: [
        { field: 'year', perMille: 1000 },
        { field: 'mint_mark', perMille: 1000 },
        { field: 'denomination', perMille: 500, why: 'without 1' },
        { field: 'series', perMille: 1000 },
        { field: 'title', perMille: 1000 },
      ],
    });
  });

  test('of another year or mint mark is weak, however similar the title is', () => {
    expect(strength('1922-D Morgan Dollar')).toBeLessThanOrEqual(200);
    expect(strength('1921-S Morgan Dollar')).toBeLessThanOrEqual(200);
    expect(strength('1921S Morgan Dollar')).toBeLessThanOrEqual(200);
  });

  test('prefers fields of the source to the title', () => {
    expect(strength('1921-D Morgan Dollar', { year: '1904' })).toBeLessThanOrEqual(200);
    expect(strength('Morgan 1 Dollar', { year: '1921', mint_mark: 'd' })).toBe(1000);
  });

  test('counts half what is not stated, and nothing for other words', () => {
    expect(strength(null)).toBe(500);
    expect(strength('Roman denarius')).toBe(225);
  });

  test('compares free attributes, accents and full-width characters', () => {
    const intake = { ...COIN, title: 'Año', year: null, mintMark: null, denomination: null, series: null };
    expect(strength('ano ２０００', {}, intake)).toBe(1000);
    expect(strength('Ano', { metal: 'Silver' }, { ...intake, attributes: { metal: 'gold' } })).toBe(667);
  });

  test('is between 0 and 1000, and the same for the same words in another order', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('1921', 'd', 'morgan', 'dollar', '1', 'x', '1922', '')), (words) => {
        const one = strength(words.join(' '));
        expect(one).toBeGreaterThanOrEqual(0);
        expect(one).toBeLessThanOrEqual(1000);
        expect(strength(words.join('  ').toUpperCase())).toBe(one);
      }),
    );
  });
});
