import { readFile } from 'node:fs/promises';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import wabt from 'wabt';
import type { ColumnType } from '../../../../src/contract/columns/column-type.js';
import { LOOPS_WASM } from '../../../../src/contract/cast/fast/loops/loops-wasm.js';
import { runLoop } from '../../../../src/contract/cast/fast/loops/scan-loops.js';
import { scanIsoDate } from '../../../../src/contract/cast/fast/scan-dates.js';
import { createDecimalScan, scanFloat, scanInt } from '../../../../src/contract/cast/fast/scan-numbers.js';
import { scannedValues, scanText } from '../../../../src/contract/cast/fast/scan-text.js';
import type { Scan } from '../../../../src/contract/cast/fast/scan.js';

const SOURCE = new URL('../../../../src/contract/cast/fast/loops/loops.wat', import.meta.url);

test('what runs is what loops.wat says', async () => {
  const tools = await wabt();
  const compiled = tools.parseWat('loops.wat', await readFile(SOURCE, 'utf8'), { simd: true }).toBinary({}).buffer;
  expect(Buffer.from(compiled).toString('base64')).toBe(LOOPS_WASM);
});

interface Column {
  readonly texts: readonly (string | null)[];
  /** Bytes before the first text. */
  readonly before: number;
}

function scanned({ texts, before }: Column, type: ColumnType, scan: Scan) {
  const bytes = Buffer.concat([Buffer.alloc(before, '7'), Buffer.from(texts.join('')), Buffer.from('123')]);
  const offsets = new Int32Array(texts.length + 1);
  offsets[0] = before;
  texts.forEach((text, row) => (offsets[row + 1] = (offsets[row] ?? 0) + Buffer.byteLength(text ?? '')));
  const present = texts.includes(null) ? Uint8Array.from(texts, (text) => (text === null ? 0 : 1)) : null;
  const { values, unsure } = scanText(scannedValues(type, texts.length), { offsets, bytes }, present, scan);
  const left = new Set(unsure);
  return texts.map((text, row) => (text === null ? null : left.has(row) ? 'unsure' : values[row]));
}

/** The same scan without its loop. */
function alone(scan: Scan): Scan {
  return (bytes, start, end) => scan(bytes, start, end);
}

const digits = (most: number) => fc.string({ unit: fc.constantFrom(...'0123456789'), maxLength: most });
const sign = fc.constantFrom('', '', '', '-', '+');
const numbers = fc.oneof(
  fc.tuple(sign, digits(17)).map((parts) => parts.join('')),
  fc.tuple(sign, digits(16), fc.constantFrom('.', '.', ','), digits(10)).map((parts) => parts.join('')),
  fc.string({ unit: fc.constantFrom(...'0123456789.-+ e'), maxLength: 18 }),
  fc.constantFrom('', '-', '.', '-.', '5.', '.5', '-0', '-0.0', '0', '999999999999999', '1000000000000000', 'NaN', 'é'),
);
const day = fc.date({ min: new Date('0000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true });
const dates = fc.oneof(
  day.map((date) => date.toISOString().slice(0, 10)),
  fc.tuple(digits(4), digits(2), digits(2)).map((parts) => parts.join('-')),
  fc
    .tuple(
      fc.constantFrom('1900', '2000', '2023', '2024', '0000', '0004'),
      fc.integer({ min: 0, max: 13 }),
      fc.integer({ min: 0, max: 32 }),
    )
    .map(([year, month, of]) => `${year}-${String(month).padStart(2, '0')}-${String(of).padStart(2, '0')}`),
  fc.constantFrom('', '2024-02-2x', '2024/01/01', '2024-01-011', 'not a date'),
);

const SCANS: readonly (readonly [string, ColumnType, Scan, fc.Arbitrary<string>])[] = [
  ['integers', { kind: 'int' }, scanInt, numbers],
  ['floats', { kind: 'float' }, scanFloat, numbers],
  ['dates', { kind: 'date' }, scanIsoDate, dates],
  ['decimals', { kind: 'decimal', precision: 18, scale: 2 }, createDecimalScan(18, 2), numbers],
  ['short decimals', { kind: 'decimal', precision: 5, scale: 2 }, createDecimalScan(5, 2), numbers],
  ['long fractions', { kind: 'decimal', precision: 18, scale: 18 }, createDecimalScan(18, 18), numbers],
];

describe.each(SCANS)('%s', (_, type, scan, texts) => {
  test('are read by the loop as by the scan', () => {
    const column = fc.record({
      texts: fc.array(fc.oneof({ weight: 9, arbitrary: texts }, fc.constant(null)), { minLength: 64, maxLength: 100 }),
      before: fc.constantFrom(0, 1, 5_000),
    });
    fc.assert(
      fc.property(column, (given) => {
        expect(scanned(given, type, scan)).toEqual(scanned(given, type, alone(scan)));
      }),
    );
  });
});

test('usual values need no scan', () => {
  const column = (text: string) => {
    const texts = Array.from({ length: 100 }, () => text);
    const offsets = Int32Array.from({ length: 101 }, (_, row) => row * text.length);
    return { offsets, bytes: Buffer.from(texts.join('')) };
  };
  const left = (type: ColumnType, scan: Scan, text: string) =>
    runLoop(scan.loop ?? { kind: 'ints' }, scannedValues(type, 100), column(text), null);
  expect(left({ kind: 'int' }, scanInt, '-12345')).toEqual([]);
  expect(left({ kind: 'float' }, scanFloat, '0.125')).toEqual([]);
  expect(left({ kind: 'date' }, scanIsoDate, '2024-02-29')).toEqual([]);
  const decimal: ColumnType = { kind: 'decimal', precision: 18, scale: 2 };
  expect(left(decimal, createDecimalScan(18, 2), '12345.67')).toEqual([]);
});
