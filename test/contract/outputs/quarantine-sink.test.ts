import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type LineError, writeLine } from '../../../src/contract/check/quarantine-line.js';
import { createQuarantineSink, type LineOfRow } from '../../../src/contract/outputs/quarantine-sink.js';
import type { TextBuffer } from '../../../src/contract/text/text-buffer.js';
import { temporaryDirectory } from './written-rows.js';

const badAge = { column: 'age', type: 'int', cell: 'Un"known', reason: ' is not an int' };
const badDay = { column: 'day', type: 'date', cell: null, reason: 'row 3, column day: February has no 31st' };

function row(rowNumber: number, errors: readonly LineError[], raw: string): LineOfRow {
  const line = { rowNumber, errors, writeRaw: (out: TextBuffer) => out.utf8(raw) };
  return { writeLine: (start, out) => writeLine(start, line, out) };
}

test('a quarantined row is a line with its first error in fields of their own', async () => {
  const path = join(await temporaryDirectory(), 'q.jsonl');
  const sink = await createQuarantineSink(path);
  await sink.write([row(3, [badAge, badDay], '{"age":"Un\\"known","id":9007199254740993}')]);
  expect(sink.rows).toBe(1);
  const written = await sink.finish();
  const line = await readFile(path, 'utf8');
  expect(line).toContain('"id":9007199254740993');
  expect(Object.entries(JSON.parse(line) as object)).toEqual([
    ['row_number', 3],
    ['column', 'age'],
    ['error_type', 'int'],
    ['error_message', `'Un"known' is not an int`],
    ['raw', { age: 'Un"known', id: Number('9007199254740993') }],
    [
      'errors',
      [
        { column: 'age', error_type: 'int', error_message: `'Un"known' is not an int` },
        { column: 'day', error_type: 'date', error_message: badDay.reason },
      ],
    ],
  ]);
  expect(written).toMatchObject({ rows: 1, bytes: Buffer.byteLength(line) });
});

test('many rows over many batches are all there, in order', async () => {
  const path = join(await temporaryDirectory(), 'q.jsonl');
  const sink = await createQuarantineSink(path);
  for (let batch = 0; batch < 4; batch++) {
    await sink.write(
      Array.from({ length: 5_000 }, (_, index) => row(batch * 5_000 + index + 1, [badDay], JSON.stringify({ index }))),
    );
  }
  expect((await sink.finish()).rows).toBe(20_000);
  const numbers = (await readFile(path, 'utf8'))
    .split('\n')
    .slice(0, -1)
    .map((line) => (JSON.parse(line) as { row_number: number }).row_number);
  expect(numbers).toEqual(Array.from({ length: 20_000 }, (_, index) => index + 1));
});

test('a line longer than every buffer stands whole between its neighbours', async () => {
  const path = join(await temporaryDirectory(), 'q.jsonl');
  const sink = await createQuarantineSink(path);
  const texts = ['before', '€'.repeat(400_000), 'after'];
  await sink.write(texts.map((text, index) => row(index + 1, [badDay], JSON.stringify({ text }))));
  await sink.finish();
  const lines = (await readFile(path, 'utf8')).split('\n').slice(0, -1);
  expect(lines.map((line) => (JSON.parse(line) as { raw: { text: string } }).raw.text)).toEqual(texts);
});

test('messages with quotes, line breaks and halves of characters stay JSON', async () => {
  const path = join(await temporaryDirectory(), 'q.jsonl');
  const sink = await createQuarantineSink(path);
  const messages = ['say "no"', 'back\\slash', 'two\nlines', 'half \ud83d', 'Straße 😀'];
  await sink.write([
    row(
      1,
      messages.map((reason) => ({ ...badDay, reason })),
      '{}',
    ),
    row(2, [], '{}'),
  ]);
  await sink.finish();
  const [first, second] = (await readFile(path, 'utf8')).split('\n').slice(0, 2);
  expect((JSON.parse(first!) as { errors: { error_message: string }[] }).errors.map((e) => e.error_message)).toEqual(
    messages,
  );
  expect(JSON.parse(second!)).toMatchObject({ column: null, error_message: null, errors: [] });
});
