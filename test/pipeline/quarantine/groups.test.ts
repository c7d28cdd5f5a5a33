import { describe, expect, test } from 'vitest';
import { newId } from '../../../src/platform/index.js';
import { quarantineGroups } from '../../../src/pipeline/quarantine/groups.js';
import { STORES } from '../../cli/store.js';
import { useLedger } from './ledger.js';

describe.each(STORES)('groups of quarantined rows in %s', (kind) => {
  const ledger = useLedger(kind);

  test('are the rows that share parser, output, column and error type, the largest first', async () => {
    const parser = newId();
    const dates = [47, 48, 49].map((row) => ({
      row,
      raw: `{"date":"31/02/2024","n":${row}}`,
      message: `bad ${row % 2}`,
    }));
    await ledger.add([{ row: 1, column: 'amount', type: 'null_required' }, ...dates], { parser });
    await ledger.add([{ row: 5, message: 'bad 1' }], { parser });
    await ledger.add([{ row: 5 }], { parser, output: 'lines' });
    const groups = await quarantineGroups(ledger.database(), { statuses: ['quarantined'], parser }, 10);
    expect(groups.map(({ output, column, errorType, rows }) => ({ output, column, errorType, rows }))).toEqual(
      [
        { output: parser, column: 'date', errorType: 'invalid_date', rows: 4 },
        { output: 'lines', column: 'date', errorType: 'invalid_date', rows: 1 },
        { output: parser, column: 'amount', errorType: 'null_required', rows: 1 },
      ].sort((a, b) => b.rows - a.rows || (a.output < b.output ? -1 : 1)),
    );
    expect(groups[0]?.messages).toEqual([
      { message: 'bad 1', rows: 3 },
      { message: 'bad 0', rows: 1 },
    ]);
    expect(groups[0]?.example).toMatchObject({ parser, output: parser, column: 'date' });
    expect(await quarantineGroups(ledger.database(), { statuses: ['quarantined'], parser }, 1)).toHaveLength(1);
  });

  test('show the three messages that come most often, of their own rows', async () => {
    const [parser, other] = [newId(), newId()];
    const messages = ['a', 'b', 'b', 'c', 'c', 'd', 'd', 'd'];
    await ledger.add(
      messages.map((message, row) => ({ row, message })),
      { parser },
    );
    await ledger.add([{ row: 1, message: 'b' }], { parser, evidence: true });
    await ledger.add([{ row: 1, message: 'b' }], { parser: other });
    const [group, ...more] = await quarantineGroups(ledger.database(), { statuses: ['quarantined'], parser }, 10);
    expect(more).toEqual([]);
    expect(group).toMatchObject({ rows: 8, column: 'date' });
    expect(group?.messages).toEqual([
      { message: 'd', rows: 3 },
      { message: 'b', rows: 2 },
      { message: 'c', rows: 2 },
    ]);
  });
});
