import { describe, expect, test } from 'vitest';
import { backfillPlan, executeBackfill } from '../../../src/pipeline/routing/backfill.js';
import { planJobs } from '../../../src/pipeline/routing/plan-jobs.js';
import { STORES } from '../../cli/store.js';
import { useRouting } from './routing.js';

describe.each(STORES)('a backfill, on %s', (kind) => {
  const routing = useRouting(kind);

  test('has every file read once by the current version', async () => {
    const { engine } = routing;
    await routing.register('invoices', { topics: ['invoices'] });
    await routing.scanned({ '/in/a.csv': 'A', '/in/b.csv': 'B', '/in/copy.csv': 'A', '/in/gone.csv': 'G' }, [
      'invoices',
    ]);
    await planJobs(engine);
    expect(await backfillPlan(engine.database, 'invoices')).toMatchObject({ files: 0, bytes: 0, byVersion: [] });
    await routing.register('invoices', { version: '2.0.0' });
    await engine.database.query("UPDATE cf_files SET missing_at = 1 WHERE path = '/in/gone.csv'");
    await routing.scanned({ '/in/new.csv': 'N' }, ['invoices']);
    await planJobs(engine);
    expect(await backfillPlan(engine.database, 'invoices')).toEqual({
      parser: 'invoices',
      version: '2.0.0',
      sourceHash: 'invoices 2.0.0',
      files: 3,
      bytes: 30,
      byVersion: [{ version: '1.0.0', sourceHash: 'invoices 1.0.0', files: 3, bytes: 30 }],
      examples: ['/in/a.csv', '/in/b.csv', '/in/copy.csv'],
    });
    const before = (await routing.jobs()).length;
    const [once, again] = [await executeBackfill(engine, 'invoices'), await executeBackfill(engine, 'invoices')];
    expect([once, again]).toEqual([2, 0]);
    const made = (await routing.jobs()).slice(before);
    expect(made.map(({ payload }) => (payload as { version: string }).version)).toEqual(['2.0.0', '2.0.0']);
    const parses = await routing.parses();
    expect(parses.filter(({ version }) => version === '2.0.0')).toHaveLength(4);
    expect(new Set(parses.filter(({ content_hash }) => content_hash === 'A').map(({ job_id }) => job_id)).size).toBe(1);
  });

  test('hands the rows of a file that is missing to its copy, which they are then renewed for', async () => {
    const { engine } = routing;
    await routing.register('invoices', { topics: ['invoices'] });
    await routing.scanned({ '/in/old-name.csv': 'A' }, ['invoices']);
    await planJobs(engine);
    const { file_id, job_id } = (await routing.parses())[0]!;
    await routing.become(job_id, 'completed');
    await engine.database.query(
      `INSERT INTO cf_outputs (id, job_id, file_id, parser, version, source_hash, content_hash, output, path, format,
         row_count, size_bytes, sha256, created_at)
       VALUES ('1', '${job_id}', '${file_id}', 'invoices', '1.0.0', 's', 'A', 'o', 'p', 'parquet', 1, 1, 'h', 1)`,
    );
    await engine.database.query('UPDATE cf_files SET missing_at = 1');
    await routing.scanned({ '/in/new-name.csv': 'A' }, ['invoices']);
    expect(await planJobs(engine)).toMatchObject({ jobsCreated: 0, alreadyProcessed: 1 });
    await routing.register('invoices', { version: '2.0.0' });
    expect(await executeBackfill(engine, 'invoices')).toBe(1);
    const made = (await routing.jobs()).at(-1)!;
    expect(made.payload).toMatchObject({ path: '/in/new-name.csv', version: '2.0.0' });
    const [output] = await engine.database.query<{ file_id: string }>('SELECT file_id FROM cf_outputs');
    expect(output?.file_id).toBe((made.payload as { file_id: string }).file_id);
  });

  test('of a parser that nobody knows says so', async () => {
    await expect(backfillPlan(routing.engine.database, 'nobody')).rejects.toMatchObject({
      code: 'PARSER_NOT_REGISTERED',
    });
  });
});
