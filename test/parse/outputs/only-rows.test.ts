import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createWarmPlace, type WarmRun } from '../../bridge/launch/warm-place.js';

/** Row 2 is no number, row 4 repeats row 1. */
const PARSER = `
class Parser:
    name = 'orders'
    outputs = {'orders': {'id': {'type': 'int', 'unique': True}, 'text': 'string'}}

    def parse(self, ctx):
        for id, text in ((1, 'a'), ('x', 'b'), (3, 'c'), (1, 'd'), (5, 'e')):
            yield {'id': id, 'text': text}
`;

function rowNumbers({ quarantines }: WarmRun): unknown[] {
  const [quarantine] = quarantines;
  if (quarantine === undefined) return [];
  const lines = readFileSync(quarantine.path, 'utf8').trim().split('\n');
  return lines.map((line) => (JSON.parse(line) as { row_number: number }).row_number);
}

test('only the rows that are wanted are written or set aside, and all are checked and counted', async () => {
  await using place = createWarmPlace();
  const asked: string[] = [];
  const run = await place.run(await place.parser(PARSER), {
    onlyRows: (output) => {
      asked.push(output);
      return new Set([2, 3, 4]);
    },
  });
  expect(run).toMatchObject({ failure: null, rowsIn: 5, rowsQuarantined: 2 });
  expect(run.outputs).toMatchObject([{ output: 'orders', rows: 1 }]);
  expect(run.rows).toMatchObject([{ id: 3, text: 'c', _cf_row: 3 }]);
  expect(run.quarantines).toMatchObject([{ output: 'orders', rows: 2 }]);
  // Row 4 repeats a row that is not wanted itself.
  expect(rowNumbers(run)).toEqual([2, 4]);
  expect(asked).toEqual(['orders']);
});

test('where nothing is named, everything is written', async () => {
  await using place = createWarmPlace();
  const run = await place.run(await place.parser(PARSER), { onlyRows: () => undefined });
  expect(run.rows.map(({ _cf_row }) => _cf_row)).toEqual([1, 3, 5]);
  expect(rowNumbers(run)).toEqual([2, 4]);
});

test('a run that failed leaves no file staged', async () => {
  await using place = createWarmPlace();
  const staged: string[] = [];
  const run = await place.run(
    await place.parser(PARSER.replace('for id,', "raise ValueError('no')\n        for id,")),
    {
      pathFor: (fileName) => {
        staged.push(`${place.folder}/${fileName}`);
        return `${place.folder}/${fileName}`;
      },
    },
  );
  expect(run).toMatchObject({ failure: { code: 'PARSER_EXCEPTION' }, outputs: [], quarantines: [] });
  expect(staged).toHaveLength(1);
  expect(staged.filter((path) => existsSync(path))).toEqual([]);
});
