import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createPipeline } from '../pipeline/staging/pipeline.js';
import { casparianBatch, type Ended } from './casparian.js';

const PARSER = `
import { readFileSync } from 'node:fs';
export class Parser {
  name = 'invoices';
  version = '1.0.0';
  topics = ['invoices'];
  outputs = { id: { type: 'int', required: true, unique: true }, day: 'date' };
  *parse({ inputPath }) {
    const lines = readFileSync(inputPath, 'utf8').trim().split('\\n').slice(1);
    yield lines.map((line) => { const [id, day] = line.split(','); return { id, day }; });
  }
}
`;

test('quarantine correct repairs a row of a parser, and a row that stays invalid keeps its original', async () => {
  const pipeline = await createPipeline('sqlite');
  const run = (...calls: string[][]): Promise<Ended[]> =>
    casparianBatch(calls.map((args) => ({ args: [...args, ...pipeline.flags], env: { CASPARIAN_ACTOR: 'ann' } })));
  const good = Array.from({ length: 20 }, (_, id) => `${id},2024-01-05\n`).join('');
  await pipeline.file('a.csv', `id,day\n${good}20,yesterday\n21,tomorrow\n`);
  const parser = join(pipeline.folder, 'invoices.mjs');
  await writeFile(parser, PARSER);
  const [registered, , , listed] = await run(
    ['parser', 'register', parser],
    ['scan', pipeline.incoming, '--tag', 'invoices'],
    ['process'],
    ['quarantine', 'list', '--json'],
  );
  expect([registered?.code, registered?.stderr]).toEqual([0, registered?.stderr]);
  const job = (JSON.parse(listed?.stdout ?? '[]') as { job_id: string }[])[0]?.job_id ?? '';
  const correct = (row: string, ...values: string[]) => [
    'quarantine',
    'correct',
    '--job',
    job,
    '--row',
    row,
    ...values,
  ];
  const [invalid, unknown, done, duplicate, lineage, rows] = await run(
    correct('21', '--set', 'day=never'),
    correct('3', '--set', 'day=2024-01-06'),
    correct('21', '--set', 'day=2024-01-06'),
    correct('22', '--set', 'id=3', '--null', 'day'),
    ['lineage', 'invoices', '--where', 'id = 20'],
    ['query', 'select row_number, status, raw from quarantine order by row_number', '--format', 'ndjson'],
  );
  expect([invalid?.code, invalid?.stderr]).toEqual([2, expect.stringContaining('CORRECTION_INVALID')]);
  expect([unknown?.code, unknown?.stderr]).toEqual([3, expect.stringContaining('QUARANTINE_ROW_NOT_FOUND')]);
  expect([done?.code, done?.stdout]).toEqual([0, '✓ Row 21: Now valid\n1 row recovered, 0 rows still quarantined\n']);
  // Only the replay sees the other rows.
  expect(duplicate?.stdout).toContain('✗ Row 22: Still invalid (id: ');
  expect(lineage?.stdout).toMatch(/corrected\s+row 21: day "yesterday" → "2024-01-06", by ann, 20/);
  expect(
    rows?.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown),
  ).toMatchObject([
    { row_number: 21, status: 'recovered', raw: { id: '20', day: 'yesterday' } },
    { row_number: 22, status: 'quarantined', raw: { id: '21', day: 'tomorrow' } },
  ]);
});

test('a record that could not be split is corrected only as a whole', async () => {
  const pipeline = await createPipeline('sqlite');
  const run = (...calls: string[][]): Promise<Ended[]> =>
    casparianBatch(calls.map((args) => [...args, ...pipeline.flags]));
  const good = Array.from({ length: 20 }, (_, id) => `${id},Anna,1.50\n`).join('');
  await pipeline.file('orders.csv', `id,name,net\n${good}20,Cleo\n`);
  const [, , listed] = await run(['scan', pipeline.incoming, '--auto'], ['process'], ['quarantine', 'list', '--json']);
  const job = (JSON.parse(listed?.stdout ?? '[]') as { job_id: string }[])[0]?.job_id ?? '';
  const correct = (...values: string[]) => ['quarantine', 'correct', '--job', job, '--row', '21', ...values];
  const query = ['query', 'select id, name, net from orders where _cf_row = 21', '--format', 'ndjson'];
  const [part, none, whole, one] = await run(
    correct('--set', 'net=5.00'),
    query,
    correct('--set', 'id=20', '--set', 'name=Cleo', '--null', 'net'),
    query,
  );
  expect([part?.code, part?.stderr]).toEqual([2, expect.stringContaining('has no value for id, name')]);
  expect(none?.stdout).toBe('');
  expect([whole?.code, whole?.stdout]).toEqual([0, expect.stringContaining('1 row recovered')]);
  expect(JSON.parse(one?.stdout ?? '')).toEqual({ id: 20, name: 'Cleo', net: null });
});
