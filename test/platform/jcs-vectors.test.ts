import { createHash, hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { canonicalJson, cjsonText } from '../../src/platform/index.js';
import { sharedData, sharedDataAvailable } from '../services/shared-data.js';

const read = (path: string): string => readFileSync(sharedData(path), 'utf8');

describe.skipIf(!sharedDataAvailable)('the vectors of RFC 8785', () => {
  test.each(['arrays', 'french', 'structures', 'unicode', 'values', 'weird'])('%s', (name) => {
    expect(canonicalJson(JSON.parse(read(`jcs/input/${name}.json`)))).toBe(read(`jcs/output/${name}.json`));
  });

  test.each(['arrays', 'french', 'structures', 'unicode'])('%s has the same form in BPC-CJSON-1', (name) => {
    expect(cjsonText(JSON.parse(read(`jcs/input/${name}.json`)))).toBe(read(`jcs/output/${name}.json`));
  });

  test('BPC-CJSON-1 refuses the fractions of one vector, and sorts the keys of another by UTF-8', () => {
    expect(() => cjsonText(JSON.parse(read('jcs/input/values.json')))).toThrow('"/numbers/0"');
    const keys = Object.keys(JSON.parse(cjsonText(JSON.parse(read('jcs/input/weird.json')))) as object);
    expect(keys.slice(-2)).toEqual(['\ufb33', '😂']);
  });
});

/**
 * The first million lines of the number file of RFC 8785, appendix B: the bits of a double and its text. The file has 4 GB, so
 * it is generated, and the hashes of its beginnings are published.
 */
test('numbers are written as RFC 8785 wants them', { timeout: 120_000 }, () => {
  const published = new Map([
    [1_000, 'be18b62b6f69cdab33a7e0dae0d9cfa869fda80ddc712221570f9f40a5878687'],
    [10_000, 'b9f7a8e75ef22a835685a52ccba7f7d6bdc99e34b010992cbc5864cd12be6892'],
    [100_000, '22776e6d4b49fa294a0d0f349268e5c28808fe7e0cb2bcbe28f63894e494d4c7'],
    [1_000_000, '49415fee2c56c77864931bd3624faad425c3c577d6d74e89a83bc725506dad16'],
  ]);
  const lines = createHash('sha256');
  const double = Buffer.alloc(8);
  let count = 0;
  let text = '';
  for (const number of numbers()) {
    double.writeDoubleBE(number);
    text += `${double.toString('hex').replace(/^0+(?=.)/, '')},${canonicalJson(number)}\n`;
    count += 1;
    if (count % 1_000 > 0) continue;
    lines.update(text);
    text = '';
    if (published.has(count)) expect(lines.copy().digest('hex')).toBe(published.get(count));
    if (count === 1_000_000) return;
  }
});

/** Chosen numbers, then the 2,000 smallest normal ones, then the finite ones of a chain of SHA-256 hashes. */
function* numbers(): Generator<number> {
  const chosen = readFileSync(new URL('fixtures/jcs-numbers.txt', import.meta.url), 'utf8');
  for (const bits of chosen.trim().split(/\s+/)) yield Buffer.from(bits, 'hex').readDoubleBE();
  const serial = Buffer.alloc(8);
  for (let index = 0n; index < 2_000n; index += 1n) {
    serial.writeBigUInt64BE(0x0010000000000000n + index);
    yield serial.readDoubleBE();
  }
  for (let block = Buffer.alloc(32); ;) {
    block = hash('sha256', block, 'buffer');
    for (let offset = 0; offset < 32; offset += 8) {
      const number = block.readDoubleLE(offset);
      if (number !== 0 && Number.isFinite(number)) yield number;
    }
  }
}
