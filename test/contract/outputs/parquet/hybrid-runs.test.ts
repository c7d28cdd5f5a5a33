import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hybridBound, writeHybridRuns } from '../../../../src/contract/outputs/parquet/hybrid-runs.js';

/** Long runs, short runs and noise, one behind the other: where the encoder must change its mind. */
const valuesOfWidth = fc.integer({ min: 1, max: 15 }).chain((bitWidth) =>
  fc.record({
    bitWidth: fc.constant(bitWidth),
    values: fc
      .array(fc.tuple(fc.nat(2 ** bitWidth - 1), fc.constantFrom(1, 1, 1, 3, 8, 60, 63, 64, 65, 200)), {
        maxLength: 40,
      })
      .map((runs) => runs.flatMap(([value, length]) => Array<number>(length).fill(value))),
  }),
);

test('runs and packed bits read back as the values they were, within the promised room', () => {
  fc.assert(
    fc.property(valuesOfWidth, ({ bitWidth, values }) => {
      const bound = hybridBound(values.length, bitWidth);
      // Buffers are used again, so what lay there before must not shine through.
      const target = new Uint8Array(bound).fill(0xff);
      const end = writeHybridRuns(Uint16Array.from(values), values.length, bitWidth, target, 0);
      expect(end).toBeLessThanOrEqual(bound);
      expect(readHybridRuns(target.subarray(0, end), bitWidth, values.length)).toEqual(values);
    }),
    { numRuns: 300 },
  );
});

test('a million equal values are one run', () => {
  const target = new Uint8Array(hybridBound(1_000_000, 1));
  expect(writeHybridRuns(new Uint8Array(1_000_000), 1_000_000, 1, target, 0)).toBe(4);
});

/** Straight from the specification, bit by bit. */
function readHybridRuns(bytes: Uint8Array, bitWidth: number, count: number): number[] {
  const values: number[] = [];
  let at = 0;
  while (values.length < count) {
    let header = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++]!;
      header |= (byte & 0x7f) << shift;
      if (byte < 0x80) break;
    }
    if (header % 2 === 0) {
      const value = bitWidth > 8 ? bytes[at]! | (bytes[at + 1]! << 8) : bytes[at]!;
      at += bitWidth > 8 ? 2 : 1;
      for (let repeat = 0; repeat < header / 2; repeat++) values.push(value);
    } else {
      const packed = (header >> 1) * 8;
      for (let index = 0; index < packed; index++) {
        let value = 0;
        for (let bit = 0; bit < bitWidth; bit++) {
          const position = index * bitWidth + bit;
          value |= ((bytes[at + (position >> 3)]! >> (position & 7)) & 1) << bit;
        }
        values.push(value);
      }
      at += (packed * bitWidth) / 8;
    }
  }
  return values.slice(0, count);
}
