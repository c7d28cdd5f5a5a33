import { expect, test } from 'vitest';
import { readContent } from './reader-place.js';

const columns = [
  { name: 'id', type: 'int!' },
  { name: 'day', type: 'date', format: '%d/%m/%Y' },
];

test('a contract is held to: nothing is found out, and what does not fit is set aside', async () => {
  const { rows, quarantine, report } = await readContent('id,day\n1,01/02/2024\n,02/02/2024\n3,31/02/2024\n4,\n', {
    contract: { columns },
  });
  expect(rows).toEqual([
    { id: 1, day: '2024-02-01' },
    { id: 4, day: null },
  ]);
  expect(quarantine.map(({ column, error_type }) => [column, error_type])).toEqual([
    ['id', 'null_required'],
    ['day', 'invalid_date'],
  ]);
  expect(report.reading).toMatchObject({ table: null, drift: { added: [], missing: [] } });
});

test('columns that are new or missing fail, by name, unless the contract says otherwise', async () => {
  const { report } = await readContent('id,Day,extra\n1,01/02/2024,x\n', { contract: { columns } });
  expect(report.error).toMatchObject({ code: 'COLUMNS_MISMATCH' });
  expect(`${report.error?.message} ${report.error?.why}`).toMatch(
    /'day' is missing; 'Day' looks like it.*'extra' is new/,
  );
});

const DRIFTED = 'id,extra\n1,x\n2,\n';

test.each([
  ['ignore', [{ id: 1, day: null }, { id: 2, day: null }], 0], // prettier-ignore
  ['keep', [{ id: 1, day: null, extra: 'x' }, { id: 2, day: null, extra: null }], 0], // prettier-ignore
  ['quarantine', [{ id: 2, day: null }], 1],
])('a new column, and the contract says "%s"', async (added, expected, setAside) => {
  const contract = { columns, drift: { added, missing: 'null' } };
  const { rows, quarantine, report } = await readContent(DRIFTED, { contract });
  expect(rows).toEqual(expected);
  expect(quarantine).toHaveLength(setAside);
  expect(report.reading?.drift).toMatchObject({ added: ['extra'], missing: ['day'] });
  if (setAside > 0) expect(quarantine[0]).toMatchObject({ row_number: 1, error_type: 'unexpected_column' });
});
