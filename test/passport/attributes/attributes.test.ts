import { expect, test } from 'vitest';
import { ACCESS_TIERS } from '../../../src/passport/attributes/attribute.js';
import { ATTRIBUTES, CATEGORIES } from '../../../src/passport/index.js';

test('the table has the 93 attributes in their order', () => {
  expect(ATTRIBUTES.map(({ number }) => number)).toEqual(Array.from({ length: 93 }, (_, index) => index + 1));
  expect(new Set(ATTRIBUTES.map(({ path }) => path)).size).toBe(93);
  expect(new Set(ATTRIBUTES.map(({ din }) => din)).size).toBe(93);
});

test('tiers and obligations are as many as in DIN DKE SPEC 99100', () => {
  const countOf = (tier: string): number => ATTRIBUTES.filter(({ access }) => access === tier).length;
  expect(Object.fromEntries(ACCESS_TIERS.map((tier) => [tier, countOf(tier)]))).toEqual({
    public: 60,
    legitimate_interest: 27,
    legitimate_interest_and_commission: 5,
    authorities: 1,
  });
  const mandatory = CATEGORIES.map(
    (category) => ATTRIBUTES.filter(({ obligations }) => obligations[category] === 'mandatory').length,
  );
  expect(mandatory).toEqual([70, 79, 72, 80]);
});

test('what changes during use is kept apart from the static data of the model and the battery', () => {
  const dynamic = ATTRIBUTES.filter(({ level }) => level === 'Condition').map(({ number }) => number);
  expect(dynamic).toEqual([11, 53, 56, 57, 58, 63, 69, 72, 73, 78, 81, 82, 84, 87, 88, 89, 90, 91, 92, 93]);
});
