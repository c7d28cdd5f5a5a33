import { describe, expect, it } from 'vitest';
import { createSeenValues } from '../../../src/contract/unique/seen-values.js';
import { createValueHash } from '../../../src/contract/unique/value-hash.js';

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
});
