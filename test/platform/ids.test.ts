import { afterEach, describe, expect, test, vi } from 'vitest';
import { newId } from '../../src/platform/index.js';

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

const madeAt = (id: string): number => parseInt(id.replaceAll('-', '').slice(0, 12), 16);

describe('a new id', () => {
  afterEach(() => vi.restoreAllMocks());

  test('is a UUID of version 7 that says when it was made', () => {
    const earlier = newId();
    const before = Date.now();
    const id = newId();
    expect(id).toMatch(UUID_V7);
    expect(madeAt(id)).toBeGreaterThanOrEqual(before);
    // Another test of this process may have made ids with a clock that was ahead.
    expect(madeAt(id)).toBeLessThanOrEqual(Math.max(Date.now(), madeAt(earlier) + 1));
  });

  test('is greater than every id before it, however many there are in a millisecond', () => {
    const ids = Array.from({ length: 50_000 }, newId);
    expect(ids.every((id, index) => index === 0 || id > ids[index - 1]!)).toBe(true);
    expect(ids.every((id) => UUID_V7.test(id))).toBe(true);
    expect(new Set(ids.map((id) => id.slice(19))).size).toBe(ids.length);
  });

  test('is greater than the ones before even when the clock jumps back', () => {
    const before = newId();
    vi.spyOn(Date, 'now').mockReturnValue(1);
    const ids = Array.from({ length: 10_000 }, newId);
    expect(ids[0]! > before).toBe(true);
    expect(ids.every((id, index) => index === 0 || id > ids[index - 1]!)).toBe(true);
  });
});
