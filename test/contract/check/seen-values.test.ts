import { describe, expect, it } from 'vitest';
import { createSeenValues, createValueHash } from '../../../src/contract/check/seen-values.js';

describe('the values that were seen', () => {
  it('are found again after the table has grown many times, and no other is', () => {
    const count = 100_000;
    const values = BigInt64Array.from({ length: count * 2 }, (_, index) => BigInt(index) * 1_000_003n);
    const hash = createValueHash({ type: { kind: 'int' }, present: null, values });
    const seen = createSeenValues('id');
    for (let row = 0; row < count; row += 1) {
      seen.add(hash(row), row + 1);
    }
    for (let row = 0; row < count * 2; row += 1) {
      if (seen.rowOf(hash(row)) !== (row < count ? row + 1 : 0)) expect.fail(`value ${values[row]} was mistaken`);
    }
  });

  it('tell texts apart that share their beginning, their end or their letters', () => {
    const texts = ['', 'a', 'aa', 'ab', 'ba', 'abc', 'acb', '\0', '\0\0', 'é'];
    const bytes = Buffer.from(texts.join(''));
    const offsets = new Int32Array(texts.length + 1);
    for (const [row, text] of texts.entries()) offsets[row + 1] = offsets[row]! + Buffer.byteLength(text);
    const hash = createValueHash({ type: { kind: 'string' }, present: null, offsets, bytes });
    expect(new Set(texts.map((_, row) => hash(row).join('-'))).size).toBe(texts.length);
  });

  it('take zero and minus zero for one value, and every NaN too', () => {
    const values = new Float64Array([0, -0, NaN, -NaN, 1]);
    const hash = createValueHash({ type: { kind: 'float' }, present: null, values });
    const hashes = [...values].map((_, row) => hash(row).join('-'));
    expect(hashes[0]).toBe(hashes[1]);
    expect(hashes[2]).toBe(hashes[3]);
    expect(new Set(hashes).size).toBe(3);
  });

  it('are apart when their hashes differ in one part of four', () => {
    const seen = createSeenValues('id');
    const hashes = [[1, 2, 3, 4], [9, 2, 3, 4], [1, 9, 3, 4], [1, 2, 9, 4], [1, 2, 3, 9]].map((parts) => Uint32Array.from(parts)); // oxfmt-ignore
    for (const [row, hash] of hashes.entries()) {
      expect(seen.rowOf(hash)).toBe(0);
      seen.add(hash, row + 1);
    }
    expect(hashes.map((hash) => seen.rowOf(hash))).toEqual([1, 2, 3, 4, 5]);
  });

  it('are found behind the end of a full table, from its beginning', () => {
    const seen = createSeenValues('id');
    const last = [0, 1, 2].map((part) => Uint32Array.of(1023, part, 0, 0));
    for (const [row, hash] of last.entries()) seen.add(hash, row + 1);
    expect(last.map((hash) => seen.rowOf(hash))).toEqual([1, 2, 3]);
    expect(seen.rowOf(Uint32Array.of(0, 0, 0, 0))).toBe(0);
  });

  it('have hashes that change only on purpose: a weaker mixture would call different values equal', () => {
    const bytes = Buffer.from('abcdefgh');
    const hash = createValueHash({
      type: { kind: 'string' },
      present: null,
      offsets: Int32Array.of(0, 0, 1, 8),
      bytes,
    });
    expect([0, 1, 2].map((row) => [...hash(row)])).toEqual([
      [828_278_500, 2_362_583_817, 1_179_959_336, 2_406_236_066],
      [227_165_606, 1_152_297_966, 1_509_910_468, 3_405_012_548],
      [4_278_934_030, 3_579_728_207, 598_194_195, 1_818_002_793],
    ]);
  });

  it('differ in every part of their hashes', () => {
    const values = BigInt64Array.from({ length: 10_000 }, (_, index) => BigInt(index));
    const hash = createValueHash({ type: { kind: 'int' }, present: null, values });
    const parts = Array.from({ length: 10_000 }, (_, row) => [...hash(row)]);
    for (const part of [0, 1, 2, 3]) expect(new Set(parts.map((one) => one[part])).size).toBeGreaterThan(9_990);
  });
});
