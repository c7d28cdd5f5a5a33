import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createPipeline, type Pipeline } from '../pipeline/staging/pipeline.js';
import { BARE_PYTHON } from '../parse/place.js';
import { casparianBatch, type Ended } from './casparian.js';
import { COMMAND_STORES } from './store.js';

const PARSER = `import csv

class Parser:
    name = 'invoices'
    version = '1.0.0'
    topics = ['invoices']
    outputs = {'id': 'int!', 'date': 'date!'}

    def parse(self, ctx):
        with open(ctx.input_path, newline='') as file:
            yield list(csv.DictReader(file))
`;

/** Runs commands on the pipeline in one process, whatever they end with. */
function commands({ flags }: Pipeline, ...calls: (readonly string[])[]): Promise<Ended[]> {
  return casparianBatch(calls.map((args) => ({ args: [...args, ...flags], env: { CASPARIAN_PYTHON: BARE_PYTHON } })));
}

describe.each(COMMAND_STORES)('casparian quarantine on %s', (kind) => {
  test('lists, replays, exports and discards the rows of a job', async () => {
    const pipeline = await createPipeline(kind);
    const good = Array.from({ length: 8 }, (_, id) => `${id},2024-01-0${id + 1}\n`).join('');
    const path = await pipeline.file('a.csv', `id,date\n9007199254740993,31/02/2024\n11,2024-13-01\n${good}`);
    const parser = join(pipeline.folder, 'invoices.py');
    await writeFile(parser, PARSER);
    const [, , , listed, asJson, cut, summary] = await commands(
      pipeline,
      ['parser', 'register', parser],
      ['scan', pipeline.incoming, '--tag', 'invoices'],
      ['process'],
      ['quarantine', 'list'],
      ['quarantine', 'list', '--json'],
      ['quarantine', 'list', '--json', '--limit', '1'],
      ['quarantine', 'list', '--summary', '--json', '--column', 'date'],
    );
    const rows = JSON.parse(asJson!.stdout) as { job_id: string }[];
    const job = rows[0]!.job_id;
    expect(listed!.stdout).toContain("2 rows · invoices.date · invalid_date · e.g. row 1: '31/02/2024'\n");
    expect(listed!.stdout).toContain(
      `Job ${job}: 2 rows quarantined\n\nRow 1:    {"id":"9007199254740993","date":"31/02`,
    );
    expect(JSON.parse(cut!.stdout)).toHaveLength(1);
    expect(cut!.stderr).toBe('Showing the first 1 row of 2; use --limit for more.\n');
    expect(asJson!.stderr).toBe('');
    expect(listed!.stderr).toContain(`casparian quarantine replay --job ${job}`);
    expect(rows[1]).toEqual({
      ...{ job_id: job, output: 'invoices', source: path, row_number: 2, column: 'date', error_type: 'invalid_date' },
      ...{ error_message: "'2024-13-01' is not a date: month 13 doesn't exist", status: 'quarantined', failed: false },
      id: expect.any(String) as string,
      raw: { id: '11', date: '2024-13-01' },
    });
    expect(JSON.parse(summary!.stdout)).toMatchObject([{ parser: 'invoices', column: 'date', rows: 2 }]);

    await writeFile(path, (await readFile(path, 'utf8')).replace('31/02/2024', '2024-02-29'));
    const file = join(pipeline.folder, 'rows.csv');
    const discard = ['quarantine', 'discard', '--job', job.slice(0, -4), '--reason', 'no such month'];
    const [replayed, exported, unasked, discarded, empty, fates] = await commands(
      pipeline,
      ['quarantine', 'replay', '--job', job.slice(0, -4)],
      ['quarantine', 'export', '--output', file, '--json'],
      discard,
      [...discard, '--yes'],
      ['quarantine', 'replay', '--job', job, '--json'],
      ['quarantine', 'list', '--job', job.slice(0, -4), '--status', 'recovered', '--status', 'discarded'],
    );
    expect(replayed!.stderr).toContain(
      'Re-processing 2 quarantined rows with invoices v1.0.0...\nNo worker is running, so this process replays them.\n',
    );
    expect(replayed!.stdout).toBe(
      "✓ Row 1: Now valid\n✗ Row 2: Still invalid (date: '2024-13-01' is not a date: month 13 doesn't exist)\n" +
        '1 row recovered, 1 row still quarantined\n',
    );
    expect(JSON.parse(exported!.stdout)).toEqual({ rows: 1, path: file });
    expect(await readFile(file, 'utf8')).toContain(`11,2024-13-01,2,${path},date,invalid_date,'2024-13-01' is`);
    expect(unasked).toMatchObject({ code: 2 });
    expect(discarded!.stdout).toBe('1 row discarded.\n');
    expect(JSON.parse(empty!.stdout)).toEqual({ recovered: 0, still_quarantined: 0 });
    expect(fates!.stdout).toMatch(/Recovered by job [-0-9a-f]{36}\n/);
    expect(fates!.stdout).toContain('Discarded: no such month\n');
  });
});

test('says what is wrong with a command that names no rows', async () => {
  const pipeline = await createPipeline('sqlite');
  const [unknown, nothing, nobody, row] = await commands(
    pipeline,
    ['quarantine', 'list', '--job', '0198c0de-7a6b-7000-8000-000000000000'],
    ['quarantine', 'replay'],
    ['quarantine', 'discard', '--reason', 'why', '--yes'],
    ['quarantine', 'discard', '--parser', 'invoices', '--row', '1', '--reason', 'why', '--yes'],
  );
  expect(unknown!.stderr).toContain('JOB_NOT_FOUND');
  expect(nothing!.stderr).toContain('Add --job ID or --parser NAME.');
  expect(nobody!.stderr).toContain('Name a job with --job ID, or a parser with --parser NAME.');
  expect(row!.stderr).toContain('--row needs --job');
});
