import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chipsOf, filterText } from '../../dashboard/src/parts/filter-text.js';

test('a filter is read as chips: qualifiers, exclusions, quoted text and words', () => {
  expect(chipsOf('status:failed -type:verify payload.path:"my file.csv" openpyxl')).toEqual([
    { isNot: false, name: 'status', value: 'failed' },
    { isNot: true, name: 'type', value: 'verify' },
    { isNot: false, name: 'payload.path', value: 'my file.csv' },
    { isNot: false, name: undefined, value: 'openpyxl' },
  ]);
  expect(chipsOf('  ')).toEqual([]);
  expect(chipsOf('created:2026-11-16T09:00:00Z..2026-11-16T10:00:00Z')[0]?.value).toContain('T09:00:00Z..');
  expect(chipsOf('status:')).toEqual([{ isNot: false, name: undefined, value: 'status:' }]);
});

test('any value survives being written and read again', () => {
  const name = fc.stringMatching(/^[a-z][a-z.]{0,8}$/);
  const value = fc.string({ minLength: 1 }).filter((text) => text.trim() === text && text !== '');
  fc.assert(
    fc.property(fc.array(fc.record({ isNot: fc.boolean(), name, value }), { maxLength: 4 }), (chips) => {
      expect(chipsOf(filterText(chips))).toEqual(chips);
    }),
  );
});
