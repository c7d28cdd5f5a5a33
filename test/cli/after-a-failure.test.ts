import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createPipeline, type Pipeline } from '../pipeline/staging/pipeline.js';
import { BARE_PYTHON } from '../parse/place.js';
import { casparianBatch, type Ended } from './casparian.js';
import { COMMAND_STORES } from './store.js';

/** Version 1 reads dates as they are, which breaks the contract; later versions turn them around. */
const parser = (version: string): string => `import csv

class Parser:
    name = 'sales'
    version = '${version}'
    topics = ['sales']
    outputs = {'id': 'int!', 'date': 'date!'}

    def parse(self, ctx):
        with open(ctx.input_path, newline='') as file:
            rows = list(csv.DictReader(file))
        if '${version}' != '1.0.0':
            rows = [{**row, 'date': '-'.join(reversed(row['date'].split('/')))} for row in rows]
        yield rows
`;

function commands({ flags }: Pipeline, ...calls: (readonly string[])[]): Promise<Ended[]> {
  return casparianBatch(calls.map((args) => ({ args: [...args, ...flags], env: { CASPARIAN_PYTHON: BARE_PYTHON } })));
}

/** Three files whose rows all break the contract of version 1, and version 2 registered since. */
async function failedFiles(kind: (typeof COMMAND_STORES)[number]): Promise<{ pipeline: Pipeline; jobs: string[] }> {
  const pipeline = await createPipeline(kind);
  for (const name of ['a', 'b', 'c'])
    await pipeline.file(
      `${name}.csv`,
      `id,date\n1,31/01/2024\n2,${name}\n`.replace(/2,.\n/, `2,0${name.charCodeAt(0) - 96}/02/2024\n`),
    );
  const script = join(pipeline.folder, 'sales.py');
  await writeFile(script, parser('1.0.0'));
  const [, , , failed] = await commands(
    pipeline,
    ['parser', 'register', script],
    ['scan', pipeline.incoming, '--tag', 'sales'],
    ['process'],
    ['jobs', '--status', 'failed', '--json'],
  );
  await writeFile(script, parser('2.0.0'));
  await commands(pipeline, ['parser', 'register', script]);
  const jobs = (JSON.parse(failed!.stdout) as { id: string }[]).map(({ id }) => id);
  expect(jobs).toHaveLength(3);
  return { pipeline, jobs };
}

describe.each(COMMAND_STORES)('after a parser was corrected, on %s', (kind) => {
  test('quarantine replay, job retry and triage retry read the failed files with the current version', async () => {
    const { pipeline, jobs } = await failedFiles(kind);
    const [replayed] = await commands(pipeline, ['quarantine', 'replay', '--job', jobs[0]!]);
    expect(replayed).toMatchObject({ code: 0 });
    expect(replayed!.stderr).toContain('Re-processing 1 failed file');
    expect(replayed!.stdout).toMatch(/\.csv: 2 rows with sales v2\.0\.0/);
    const [same, retried] = await commands(
      pipeline,
      ['job', 'retry', jobs[1]!, '--same-version'],
      ['job', 'retry', jobs[1]!],
    );
    expect(same!.stdout).toContain('It will use sales v1.0.0.');
    expect(retried!.stdout).toContain('It will use sales v2.0.0.');
    const [triaged, processed, rows, open] = await commands(
      pipeline,
      ['triage', 'retry', '--all', '--yes'],
      ['process'],
      ['query', 'SELECT count(*) AS n FROM sales', '--json'],
      ['triage', 'list', '--json'],
    );
    expect(triaged!.stdout).toContain('1 job retried.\n1 job uses sales v2.0.0.');
    expect(processed).toMatchObject({ code: 0 });
    expect(JSON.parse(rows!.stdout)).toEqual([{ n: 6 }]);
    expect(JSON.parse(open!.stdout)).toEqual([]);
  });

  test('backfill --failed reads only what failed, and closes the old failures', async () => {
    const { pipeline, jobs } = await failedFiles(kind);
    await pipeline.file('new.csv', 'id,date\n9,01/03/2024\n');
    const [, , plan, done, again, , open, old, why] = await commands(
      pipeline,
      ['scan', pipeline.incoming, '--tag', 'sales'],
      ['process'],
      ['backfill', 'sales', '--failed'],
      ['backfill', 'sales', '--failed', '--execute', '--json'],
      ['backfill', 'sales', '--failed', '--execute', '--json'],
      ['process'],
      ['triage', 'list', '--json'],
      ['job', 'show', jobs[0]!, '--json'],
      ['job', 'why', jobs[0]!],
    );
    expect(plan!.stdout).toMatch(/^3 files failed \(.*\); sales v2\.0\.0 would read them\n/);
    expect(JSON.parse(done!.stdout)).toMatchObject({ files: 3, jobs_created: 3 });
    expect(JSON.parse(again!.stdout)).toMatchObject({ files: 0, jobs_created: 0 });
    expect(JSON.parse(open!.stdout)).toEqual([]);
    const superseded = JSON.parse(old!.stdout) as { status: string; result: { superseded_by: string } };
    expect(superseded.status).toBe('cancelled');
    expect(why!.stdout).toContain(`job ${superseded.result.superseded_by} has done its work since`);
  });

  test('a file keeps its rows when another one with the same content changes', async () => {
    const pipeline = await createPipeline(kind);
    const script = join(pipeline.folder, 'sales.py');
    await writeFile(script, parser('2.0.0'));
    const one = await pipeline.file('one.csv', 'id,date\n1,31/01/2024\n');
    await pipeline.file('two.csv', await readFile(one, 'utf8'));
    await commands(
      pipeline,
      ['parser', 'register', script],
      ['scan', pipeline.incoming, '--tag', 'sales'],
      ['process'],
    );
    await writeFile(one, 'id,date\n5,01/05/2024\n6,01/06/2024\n');
    const ids = ['query', 'SELECT id FROM sales ORDER BY id', '--json'];
    const [, , kept, , later, verified] = await commands(
      pipeline,
      ['scan', pipeline.incoming, '--tag', 'sales'],
      ['process'],
      ids,
      ['process'],
      ids,
      ['verify'],
    );
    expect(JSON.parse(kept!.stdout)).toEqual([{ id: 1 }, { id: 5 }, { id: 6 }]);
    expect(JSON.parse(later!.stdout)).toEqual([{ id: 1 }, { id: 5 }, { id: 6 }]);
    expect(verified).toMatchObject({ code: 0 });
  });
});
