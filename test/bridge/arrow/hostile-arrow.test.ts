import * as arrow from 'apache-arrow';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeArrow } from '../../../src/bridge/arrow/decode-arrow.js';
import { cellAt } from '../../../src/contract/columns/cell-at.js';

const STREAM = Buffer.from(
  arrow.tableToIPC(
    new arrow.Table({
      n: arrow.vectorFromArray([1n, null, 3n], new arrow.Int64()),
      t: arrow.vectorFromArray(['a', 'éé', null], new arrow.Utf8()),
      l: arrow.vectorFromArray([[1, 2], null, []], new arrow.List(new arrow.Field('item', new arrow.Int32(), true))),
      d: arrow.vectorFromArray(['x', null, 'y'], new arrow.Dictionary(new arrow.Utf8(), new arrow.Int8())),
    }),
    'stream',
  ),
);

/** Every cell of every batch, read as a message or a quarantined row would. */
function readAll(payload: Buffer): void {
  for (const { columns, rowCount } of decodeArrow(payload)) {
    for (const column of columns) for (let row = 0; row < rowCount; row += 1) cellAt(column, row);
  }
}

/** A column as it would be if apache-arrow were given these buffers, written and read again. */
function columnOf(type: arrow.DataType, props: object): () => void {
  const data = arrow.makeData({ type, ...props } as Parameters<typeof arrow.makeData>[0]);
  const table = new arrow.Table({ c: new arrow.Vector([data]) });
  const payload = Buffer.from(arrow.tableToIPC(table, 'stream'));
  return () => readAll(payload);
}

describe('an Arrow stream from somebody who means no good', () => {
  it('reads the stream it is made from', () => expect(() => readAll(STREAM)).not.toThrow());

  it('ends in an error or in rows, never in a crash, whichever bytes are changed', () => {
    const change = fc.tuple(fc.nat(STREAM.length - 1), fc.nat(255));
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 4 }), (changes) => {
        const payload = Buffer.from(STREAM);
        for (const [place, value] of changes) payload[place] = value;
        try {
          readAll(payload);
        } catch (error) {
          expect(error).toBeInstanceOf(Error);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('is refused wherever it is cut off', () => {
    for (let end = 1; end < STREAM.length - 8; end += 7) {
      // Behind a whole message the stream may end; before its first batch it is one of no rows.
      const rows: number[] = [];
      try {
        for (const batch of decodeArrow(Buffer.from(STREAM.subarray(0, end)))) rows.push(batch.rowCount);
      } catch {
        continue;
      }
      expect(rows).toEqual([0]);
    }
  });

  it.each<[string, () => void, string]>([
    [
      'falling offsets',
      columnOf(new arrow.Utf8(), { length: 2, valueOffsets: Int32Array.of(0, 3, 1), data: Buffer.from('abc') }),
      'its column "c" has offsets that fall in row 2',
    ],
    [
      'text that is not UTF-8',
      columnOf(new arrow.Utf8(), { length: 1, valueOffsets: Int32Array.of(0, 1), data: Uint8Array.of(0xe9) }),
      'its column "c" is not UTF-8 in row 1',
    ],
    [
      'a character cut in two',
      columnOf(new arrow.Utf8(), { length: 2, valueOffsets: Int32Array.of(0, 1, 2), data: Buffer.from('é') }),
      'its column "c" is not UTF-8 in row 1',
    ],
    ['trailing bytes', () => readAll(Buffer.concat([STREAM, Buffer.alloc(8)])), 'has 8 bytes after the end'],
    [
      'a type that the bridge does not accept',
      columnOf(new arrow.DurationSecond(), { length: 1, data: BigInt64Array.of(1n) }),
      'its column "c" has the Arrow type Duration, which is not sent over the bridge',
    ],
  ])('is refused for %s', (_what, read, message) => expect(read).toThrow(message));

  it('is refused for two columns of one name', () => {
    const schema = new arrow.Schema([new arrow.Field('a', new arrow.Int8()), new arrow.Field('a', new arrow.Int8())]);
    const payload = Buffer.from(arrow.tableToIPC(new arrow.Table(schema), 'stream'));
    expect(() => readAll(payload)).toThrow('has two columns with the name "a"');
  });
});
