import { describe, expect, test } from 'vitest';
import { earliest, total, type Weighed } from '../../../../src/tables/infer/decide/candidate.js';
import { isNamedLikeCode } from '../../../../src/tables/infer/decide/code-name.js';
import { compactDate, compactDateCandidates } from '../../../../src/tables/infer/decide/compact-date.js';
import { groupedReading, groupedReadings, mayBeThousands } from '../../../../src/tables/infer/decide/alternatives.js';
import { COULD_BE_GROUPED } from '../../../../src/tables/infer/profile/shape.js';
import { seen } from './tallies.js';

function weighed(type: string, facts: Partial<Weighed> = {}): Weighed {
  const counts = { fitting: 0, misfits: 0, firstMisfit: null, isTolerable: true };
  return { ...compactDate(), type, format: null, label: type, ...counts, ...facts };
}

describe('the earliest value', () => {
  test('is the one in the smallest row, whatever the order they were noted in', () => {
    const [early, late] = [seen('int', { firstRow: 2 }), seen('word', { firstRow: 5 })];
    expect(earliest([late, early])).toBe(early);
    expect(earliest([early, late])).toBe(early);
  });

  test('is of the first file, whatever its row', () => {
    const [first, second] = [seen('int', { firstRow: 9, fileIndex: 0 }), seen('int', { firstRow: 1, fileIndex: 1 })];
    expect(earliest([second, first])).toBe(first);
  });

  test('is the first of those in one row, and null of none', () => {
    const one = seen('int');
    expect(earliest([one, seen('word')])).toBe(one);
    expect(earliest([])).toBeNull();
  });

  test('counts stand for all values of a shape', () => {
    expect(total([seen('int', { count: 3 }), seen('word', { count: 4 })])).toBe(7);
  });
});

describe('numbers such as 20240131 are days', () => {
  const month = { smallest: 20_240_101, largest: 20_240_202 };

  test.each([
    ['where there are 100 over more than a month', seen('compactDate', { count: 100, ...month }), 'n', 1],
    ['not where there are 99', seen('compactDate', { count: 99, ...month }), 'n', 0],
    ['not within a month', seen('compactDate', { count: 100, ...month, largest: 20_240_201 }), 'n', 0],
    ['where the column is named so', seen('compactDate'), 'birth_dt', 1],
    ['not where they are something else', seen('int'), 'birth_dt', 0],
  ])('%s', (_what, days, name, candidates) => {
    expect(compactDateCandidates([days], name)).toHaveLength(candidates);
    expect(compactDateCandidates([seen('word'), days], name)).toHaveLength(candidates);
    expect(compactDateCandidates([days, seen('int')], name)).toHaveLength(0);
  });
});

describe('numbers are codes', () => {
  test.each([
    ['zip', 'int', 4, true],
    ['zip', 'int', 3, false],
    ['zip', 'decimal(38,0)', 4, true],
    ['zip', 'decimal(18,2)', 4, false],
    ['zip', 'float', 4, false],
    ['ShipZipCode', 'int', 5, true],
    ['count', 'int', 5, false],
    ['version', 'decimal(18,1)', 1, true],
    ['version', 'int', 5, false],
    ['price', 'decimal(18,1)', 5, false],
  ])('%s of type %s with %i digits: %s', (name, type, fewestDigits, expected) => {
    expect(isNamedLikeCode(name, weighed(type), [seen('int', { fewestDigits })])).toBe(expected);
  });

  test('only if all of them are long enough', () => {
    const values = [seen('int', { fewestDigits: 5 }), seen('longInt', { fewestDigits: 3 })];
    expect(isNamedLikeCode('zip', weighed('int'), values)).toBe(false);
  });
});

describe('points may separate thousands', () => {
  const grouped = seen('decimal', { detail: COULD_BE_GROUPED });

  test('where every decimal may be so read', () => {
    expect(mayBeThousands(weighed('decimal(18,3)'), [grouped, seen('int')])).toBe(true);
    expect(mayBeThousands(weighed('decimal(18,3)'), [grouped, seen('decimal')])).toBe(false);
    expect(mayBeThousands(weighed('decimal(18,3)'), [seen('int')])).toBe(false);
  });

  test('not in a column of another type, nor in one with a style of its own', () => {
    expect(mayBeThousands(weighed('float'), [grouped])).toBe(false);
    const style = { decimal: ',', thousands: '.' } as const;
    expect(mayBeThousands(weighed('decimal(18,3)', { numberStyle: style }), [grouped])).toBe(false);
  });

  test('and both readings fit every value', () => {
    expect(groupedReadings(weighed('decimal(18,3)'))).toEqual([
      {
        type: 'decimal(18,3)',
        format: null,
        why: 'the point may be a decimal point',
        misfits: 0,
      },
      groupedReading(': another column of the file has decimal commas'),
    ]);
    expect(groupedReading()).toEqual({
      type: 'int',
      format: '1.234,56',
      why: 'the point may separate thousands',
      misfits: 0,
    });
  });
});
