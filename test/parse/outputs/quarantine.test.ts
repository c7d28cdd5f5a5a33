import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createPlace, type Place, type PlaceRunOptions, told } from '../place.js';

let place: Place;
beforeEach(async () => void (place = await createPlace()));
afterEach(() => place.remove());

/** Of `rows` rows the first `bad` have an age that is no number. */
const parserOf = (rows: number, bad: number): string => `class Parser:
    name = 'people'
    version = '1.0.0'
    outputs = {'id': 'int!', 'age': 'int'}

    def parse(self, ctx):
        return [{'id': n + 1, 'age': 'Unknown' if n < ${bad} else str(n)} for n in range(${rows})]
`;

const limits = (share: number, rows = 10_000): PlaceRunOptions => ({ limits: { share, rows } });

async function lines(name: string): Promise<Record<string, unknown>[]> {
  const text = await readFile(join(place.out, name), 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

test('each bad row is a line with its number, all its errors and the row as it came', async () => {
  const report = await place.run(`class Parser:
    name = 'people'
    version = '1.0.0'
    outputs = {'id': 'int!', 'age': 'int', 'born': 'date'}

    def parse(self, ctx):
        yield [{'id': n, 'age': n, 'born': '2024-01-31'} for n in range(999)]
        yield [{'id': 1000, 'age': 'Unknown', 'born': '2024-02-31'}, {'id': None, 'age': 3, 'born': None}]
`);
  expect(report).toMatchObject({
    status: 'completed_with_warnings',
    rowsIn: 1_001,
    rowsValid: 999,
    rowsQuarantined: 2,
    quarantines: [{ output: 'people', path: join(place.out, 'people_quarantine.jsonl'), rows: 2 }],
  });
  const written = await readFile(join(place.out, 'people_quarantine.jsonl'));
  expect(report.quarantines[0]?.sha256).toBe(createHash('sha256').update(written).digest('hex'));
  const [first, second] = await lines('people_quarantine.jsonl');
  expect(first).toMatchObject({
    row_number: 1_000,
    column: 'age',
    error_message: expect.stringContaining(`'Unknown' is not an int`) as string,
    raw: { id: 1_000, age: 'Unknown', born: '2024-02-31' },
    errors: [{ column: 'age' }, { column: 'born', error_message: expect.stringContaining('February') as string }],
  });
  expect(first).toHaveProperty('error_type');
  expect(second).toMatchObject({ row_number: 1_001, column: 'id', raw: { id: null, age: 3, born: null } });
  await place.expectNothingLeftBut('people.jsonl', 'people_quarantine.jsonl');
});

describe('too many bad rows', () => {
  test.each([
    ['half of them is allowed', 10, 5, limits(0.5), 'completed_with_warnings'],
    ['more than half is not', 10, 6, limits(0.5), 'failed'],
    ['a higher share allows more', 10, 9, limits(0.9), 'completed_with_warnings'],
    ['all of them is never allowed below 1', 10, 10, limits(0.99), 'failed'],
    ['1 allows all', 10, 10, limits(1), 'completed_with_warnings'],
    ['0 allows none', 10, 1, limits(0), 'failed'],
    ['as many as are allowed', 10, 3, limits(1, 3), 'completed_with_warnings'],
    ['one more than is allowed', 10, 4, limits(1, 3), 'failed'],
    ['no rows at all are not too many', 0, 0, limits(0), 'completed'],
  ])('%s', async (_, rows, bad, options, status) => {
    const report = await place.run(parserOf(rows, bad), options);
    expect(report.status).toBe(status);
    expect(report.error?.code ?? null).toBe(status === 'failed' ? 'QUARANTINE_LIMIT' : null);
    expect(report).toMatchObject({ rowsIn: rows, rowsQuarantined: bad, rowsValid: rows - bad });
  });

  test('leaves the evidence and none of the data', async () => {
    const report = await place.run(parserOf(10, 6));
    expect(report).toMatchObject({ outputs: [], quarantines: [{ rows: 6 }] });
    expect(await lines('people_quarantine.jsonl')).toHaveLength(6);
    expect(told(report).text).toContain('60 %');
    expect(told(report).text).toContain('--quarantine-threshold');
    await place.expectNothingLeftBut('people_quarantine.jsonl');
  });

  test('stops the parser at once when the number is reached', async () => {
    const report = await place.run(
      `class Parser:\n    name = 'people'\n    version = '1.0.0'\n    outputs = {'id': 'int'}\n\n    def parse(self, ctx):\n        while True:\n            yield [{'id': 'x'}] * 1_000\n`,
      limits(1, 100),
    );
    expect(told(report)).toMatchObject({ code: 'QUARANTINE_LIMIT' });
    expect(report.quarantines[0]?.rows).toBe(report.rowsQuarantined);
    expect(await lines('people_quarantine.jsonl')).toHaveLength(report.rowsQuarantined);
    await place.expectNothingLeftBut('people_quarantine.jsonl');
  });

  test('in one of several outputs is too many', async () => {
    const report = await place.run(`class Parser:
    name = 'p'
    version = '1.0.0'
    outputs = {'good': {'a': 'int'}, 'bad': {'b': 'int'}}

    def parse(self, ctx):
        yield 'good', [{'a': n} for n in range(100)]
        yield 'bad', [{'b': 'x'}] * 10
`);
    expect(told(report)).toMatchObject({ code: 'QUARANTINE_LIMIT' });
    expect(told(report).text).toContain(`'bad'`);
    await place.expectNothingLeftBut('bad_quarantine.jsonl');
  });
});

test('a run without bad rows removes the quarantine of the run before', async () => {
  await place.run(parserOf(10, 2));
  expect(await place.outputs()).toEqual(['people.jsonl', 'people_quarantine.jsonl']);
  expect((await place.run(parserOf(10, 0))).status).toBe('completed');
  await place.expectNothingLeftBut('people.jsonl');
});

test('a run that fails leaves what the run before it wrote', async () => {
  await place.run(parserOf(10, 2));
  const before = await readFile(join(place.out, 'people.jsonl'));
  await place.run(
    `class Parser:\n    name = 'people'\n    version = '1'\n\n    def parse(self, ctx):\n        raise ValueError('no')\n`,
  );
  expect(await readFile(join(place.out, 'people.jsonl'))).toEqual(before);
  await place.expectNothingLeftBut('people.jsonl', 'people_quarantine.jsonl');
});
