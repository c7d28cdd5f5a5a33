import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import wabt from 'wabt';
import { DELTAS_WASM } from '../../../../../src/contract/outputs/parquet/deltas/deltas-wasm.js';
import { packDeltas } from '../../../../../src/contract/outputs/parquet/deltas/pack-deltas.js';
import { PAGE_ROWS } from '../../../../../src/contract/outputs/parquet/page.js';
import { readDeltas } from './read-deltas.js';

const SOURCE = new URL('../../../../../src/contract/outputs/parquet/deltas/deltas.wat', import.meta.url);

test('what runs is what deltas.wat says', async () => {
  const tools = await wabt();
  const compiled = tools.parseWat('deltas.wat', await readFile(SOURCE, 'utf8'), { simd: true }).toBinary({}).buffer;
  expect(Buffer.from(compiled).toString('base64')).toBe(DELTAS_WASM);
});

function expectRoundTrip(values: BigInt64Array | Int32Array): void {
  const valueBytes = values instanceof Int32Array ? 4 : 8;
  const { bytes, bounds } = packDeltas(new Uint8Array(values.buffer, 0, values.byteLength), valueBytes);
  const all = Array.from<number | bigint>(values);
  expect(readDeltas(bytes, valueBytes * 8)).toEqual(all.map(BigInt));
  const [min, max] = [all.reduce((a, b) => (b < a ? b : a)), all.reduce((a, b) => (b > a ? b : a))];
  expect(bounds).toEqual({ min, max });
}

/** Around the ends of miniblocks and blocks. */
const LENGTHS = [1, 2, 31, 32, 33, 34, 64, 65, 127, 128, 129, 130, 257, 300] as const;

/** Values of any width: near each other, far apart, and at both ends of the type. */
function values(bits: 32 | 64): fc.Arbitrary<bigint[]> {
  const extremes = [0n, 1n, -1n, 2n ** BigInt(bits - 1) - 1n, -(2n ** BigInt(bits - 1))];
  const ofWidth = (width: number) =>
    fc.oneof(
      { weight: 20, arbitrary: fc.bigInt({ min: -(2n ** BigInt(width - 1)), max: 2n ** BigInt(width - 1) - 1n }) },
      { weight: 1, arbitrary: fc.constantFrom(...(width === bits ? extremes : [0n])) },
    );
  return fc
    .record({ width: fc.integer({ min: 1, max: bits }), length: fc.constantFrom(...LENGTHS) })
    .chain(({ width, length }) => fc.array(ofWidth(width), { minLength: length, maxLength: length }));
}

test('integers of 64 bits read back as they were, and have their bounds', () => {
  fc.assert(
    fc.property(values(64), (all) => expectRoundTrip(BigInt64Array.from(all))),
    { numRuns: 400 },
  );
});

test('integers of 32 bits read back as they were, and have their bounds', () => {
  fc.assert(
    fc.property(values(32), (all) => expectRoundTrip(Int32Array.from(all, Number))),
    { numRuns: 400 },
  );
});

test('the differences of extremes wrap around', () => {
  const [least, most] = [-(2n ** 63n), 2n ** 63n - 1n];
  expectRoundTrip(BigInt64Array.from({ length: 200 }, (_, row) => (row % 2 === 0 ? least : most)));
  expectRoundTrip(BigInt64Array.from({ length: 200 }, (_, row) => [least, most, 0n, -1n][row % 4] ?? 0n));
  expectRoundTrip(Int32Array.from({ length: 200 }, (_, row) => (row % 2 === 0 ? -(2 ** 31) : 2 ** 31 - 1)));
});

test('a full page of the widest differences fits, and of equal ones takes six bytes a block', () => {
  let state = 88_172_645_463_325_252n;
  const random = (): bigint => {
    state = BigInt.asUintN(64, state ^ (state << 13n));
    state ^= state >> 7n;
    state = BigInt.asUintN(64, state ^ (state << 17n));
    return BigInt.asIntN(64, state);
  };
  expectRoundTrip(BigInt64Array.from({ length: PAGE_ROWS }, random));
  const ascending = BigInt64Array.from({ length: PAGE_ROWS }, (_, row) => BigInt(row) + 2n ** 40n);
  expectRoundTrip(ascending);
  const packed = packDeltas(new Uint8Array(ascending.buffer), 8).bytes.byteLength;
  expect(packed).toBeLessThan((PAGE_ROWS / 128) * 6);
});
