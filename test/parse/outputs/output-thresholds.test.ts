import { describe, expect, it } from 'vitest';
import { rowLimitFailure, type RowCounts, shareFailure } from '../../../src/parse/outputs/quarantine-limits.js';

const LIMITS = { share: 0.5, rows: 100 };

function outputs(counts: Record<string, RowCounts>): ReadonlyMap<string, RowCounts> {
  return new Map(Object.entries(counts));
}

function failure(counts: Record<string, RowCounts>): string | undefined {
  return shareFailure(outputs(counts), LIMITS)?.message;
}

describe('the limits for bad rows', () => {
  it('one bad row in a one-row output does not fail a file whose other output is valid', () => {
    expect(
      failure({ message: { rowsIn: 1, quarantined: 1 }, segments: { rowsIn: 24, quarantined: 0 } }),
    ).toBeUndefined();
  });

  it('apply to each output with enough rows', () => {
    const message = { rowsIn: 100, quarantined: 0 };
    expect(failure({ message, segments: { rowsIn: 10, quarantined: 6 } })).toBe(
      "60 % of the rows of 'segments' break the contract",
    );
    expect(failure({ message, segments: { rowsIn: 10, quarantined: 10 } })).toContain(
      "Every one of the 10 rows of 'segments' breaks the contract",
    );
    expect(failure({ message, segments: { rowsIn: 9, quarantined: 9 } })).toBeUndefined();
  });

  it('apply to all outputs together, however few rows they have', () => {
    expect(failure({ one: { rowsIn: 1, quarantined: 1 } })).toBe("The only row of 'one' breaks the contract");
    expect(failure({ one: { rowsIn: 4, quarantined: 3 } })).toBe('75 % of the rows break the contract');
    expect(failure({ a: { rowsIn: 2, quarantined: 2 }, b: { rowsIn: 1, quarantined: 1 } })).toBe(
      'Every one of the 3 rows of all outputs breaks the contract',
    );
  });

  it('can be set for an output in its contract', () => {
    const strict = { share: 0.1, rows: 3, minRows: 2 };
    const valid = { rowsIn: 50, quarantined: 0 };
    expect(failure({ valid, one: { rowsIn: 4, quarantined: 1, limits: strict } })).toContain(
      "25 % of the rows of 'one'",
    );
    expect(failure({ valid, one: { rowsIn: 1, quarantined: 1, limits: strict } })).toBeUndefined();
    const lenient = { share: 1, rows: null, minRows: null };
    expect(failure({ valid, one: { rowsIn: 40, quarantined: 40, limits: lenient } })).toBeUndefined();
    const counted = outputs({ valid, one: { rowsIn: 900, quarantined: 4, limits: strict } });
    expect(rowLimitFailure(counted, LIMITS)?.message).toBe("More than 3 rows of 'one' break the contract");
    // Each output is counted alone.
    const many = { rowsIn: 900, quarantined: 60 };
    expect(rowLimitFailure(outputs({ a: many, b: many }), LIMITS)).toBeNull();
  });
});
