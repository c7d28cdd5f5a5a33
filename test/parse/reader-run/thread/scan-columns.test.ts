import { expect, test } from 'vitest';
import { type ArrowColumn, parseColumn } from '../../../../src/contract/index.js';
import { leadingZerosOf } from '../../../../src/parse/reader-run/leading-zeros.js';
import { createColumnScans } from '../../../../src/parse/reader-run/thread/scan-columns.js';
import { fromMessage, toMessage } from '../../../../src/parse/reader-run/thread/thread-message.js';
import type { ReadBatch } from '../../../../src/tables/index.js';
import { stringColumn } from '../../../../src/tables/text/arrow-text.js';

const CONTRACTS = [parseColumn({}, 'code', 'int'), parseColumn({}, 'name', 'string'), parseColumn({}, 'day', 'date')];

function batchOf(codes: readonly string[], names: readonly string[]): ReadBatch {
  const columns = [stringColumn('code', codes), stringColumn('name', names), stringColumn('day', codes)];
  return { batch: { output: null, rowCount: codes.length, columns }, lines: new Float64Array(0), faults: [] };
}

function looked(read: ReadBatch, reportsZeros: boolean): ArrowColumn[] {
  const sent = fromMessage(toMessage(createColumnScans(CONTRACTS, reportsZeros)(read)));
  return sent.batch.columns as ArrowColumn[];
}

test('leading zeros of numbers are found where the text is read', () => {
  const read = batchOf(['7', '-08', '009'], ['a', 'b', 'c']);
  const [code, name, day] = looked(read, true);
  expect(code?.leadingZeros).toEqual({ count: 2, row: 1, text: '-08' });
  expect(code?.leadingZeros).toEqual(leadingZerosOf(read.batch.columns[0] as ArrowColumn, 3));
  expect([name?.leadingZeros, day?.leadingZeros]).toEqual([undefined, undefined]);
  expect(looked(batchOf(['7'], ['a']), true)[0]?.leadingZeros).toBeNull();
});

test('leading zeros that are not reported are not searched for', () => {
  expect(looked(batchOf(['007'], ['a']), false)[0]?.leadingZeros).toBeUndefined();
});

test('text is known to be ASCII only if all of it is', () => {
  expect(looked(batchOf(['1', '2'], ['a', 'b']), true)[1]?.isAscii).toBe(true);
  expect(looked(batchOf(['1', '2'], ['a', 'ä']), true)[1]?.isAscii).toBe(false);
});
