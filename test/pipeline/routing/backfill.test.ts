import { describe, expect, test } from 'vitest';
import { backfillPlan, executeBackfill } from '../../../src/pipeline/routing/backfill.js';
import { planJobs } from '../../../src/pipeline/routing/plan-jobs.js';
import { VERSION } from '../../../src/platform/index.js';
import { STORES } from '../../cli/store.js';
import { fileRows } from '../staging/file-rows.js';
import { useRouting } from './routing.js';
import { rowsOfTenant, TENANT } from '../staging/tenant.js';

describe.each(STORES)('a backfill, on %s', (kind) => {
  const routing = useRouting(kind);

  test('has every file read once by the current version', async () => {
    const { engine } = routing;
    await routing.register('invoices', { topics: ['invoices'] });
    await routing.scanned({ '/in/a.csv': 'A', '/in/b.csv': 'B', '/in/copy.csv': 'A', '/in/gone.csv': 'G' }, [
      'invoices',
    ]);
    await planJobs(engine, TENANT);
    expect(await backfillPlan(rowsOfTenant(engine), 'invoices')).toMatchObject({ files: 0, bytes: 0, byVersion: [] });
    await routing.register('invoices', { version: '2.0.0' });
    await engine.database.query("UPDATE cf_files SET missing_at = 1 WHERE path = '/in/gone.csv'");
    await routing.scanned({ '/in/new.csv': 'N' }, ['invoices']);
    await planJobs(engine, TENANT);
    expect(await backfillPlan(rowsOfTenant(engine), 'invoices')).toEqual({
      parser: 'invoices',
      version: '2.0.0',
      sourceHash: 'invoices 2.0.0',
      files: 3,
      bytes: 30,
      byVersion: [{ version: '1.0.0', sourceHash: 'invoices 1.0.0', files: 3, bytes: 30 }],
      examples: ['/in/a.csv', '/in/b.csv', '/in/copy.csv'],
    });
    const before = (await routing.jobs()).length;
    const [once, again] = [
      await executeBackfill(engine, { tenant: TENANT, parser: 'invoices' }),
      await executeBackfill(engine, { tenant: TENANT, parser: 'invoices' }),
    ];
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
    await planJobs(engine, TENANT);
    const { file_id, job_id } = (await routing.parses())[0]!;
    await routing.become(job_id, 'completed');
    await engine.database.query(
      `INSERT INTO cf_outputs (tenant, id, job_id, file_id, parser, version, source_hash, content_hash, output, path, format,
         row_count, size_bytes, sha256, created_at)
       VALUES ('default', '1', '${job_id}', '${file_id}', 'invoices', '1.0.0', 's', 'A', 'o', 'p', 'parquet', 1, 1, 'h', 1)`,
    );
    await engine.database.query('UPDATE cf_files SET missing_at = 1');
    await routing.scanned({ '/in/new-name.csv': 'A' }, ['invoices']);
    expect(await planJobs(engine, TENANT)).toMatchObject({ jobsCreated: 0, alreadyProcessed: 1 });
    await routing.register('invoices', { version: '2.0.0' });
    expect(await executeBackfill(engine, { tenant: TENANT, parser: 'invoices' })).toBe(1);
    const made = (await routing.jobs()).at(-1)!;
    expect(made.payload).toMatchObject({ path: '/in/new-name.csv', version: '2.0.0' });
    const [output] = await engine.database.query<{ file_id: string }>('SELECT file_id FROM cf_outputs');
    expect(output?.file_id).toBe((made.payload as { file_id: string }).file_id);
  });

  test('counts the files of its parser that are there and unchanged, by version', async () => {
    const database = rowsOfTenant(routing.engine);
    const rows = fileRows(() => database);
    await routing.register('sales', { version: '3' });
    for (const [id, version] of ['2', '1', '2', '3', '1', '1', '1', '1'].entries()) {
      await rows.file(`${id}`);
      await rows.parse(`${id}`, 'sales', `job ${id}`, { content: `hash of ${id}` });
      await database.query(`UPDATE cf_file_parses SET version = '${version}', source_hash = 'sales ${version}'
        WHERE file_id = '${id}'`);
    }
    await rows.parse('0', 'audit', 'job', { content: 'hash of 0' });
    await database.query("UPDATE cf_files SET missing_at = 1 WHERE id = '1'");
    await database.query("UPDATE cf_files SET hash = 'changed' WHERE id = '2'");
    const plan = await backfillPlan(database, 'sales');
    expect(plan).toMatchObject({ version: '3', sourceHash: 'sales 3', files: 5, bytes: 5 });
    expect(plan.byVersion).toEqual([
      { version: '1', sourceHash: 'sales 1', files: 4, bytes: 4 },
      { version: '2', sourceHash: 'sales 2', files: 1, bytes: 1 },
    ]);
    expect(plan.examples).toEqual(['/in/0', '/in/4', '/in/5', '/in/6', '/in/7']);
    expect(await executeBackfill(routing.engine, { tenant: TENANT, parser: 'sales' })).toBe(5);
    const made = (await routing.jobs()).map(({ payload }) => (payload as { path: string }).path);
    expect(made).toEqual(['/in/0', '/in/4', '/in/5', '/in/6', '/in/7']);
    expect(await rows.parses()).toEqual(expect.arrayContaining(['0 audit job', '1 sales job 1', '2 sales job 2']));
  });

  test('of the built-in readers is one for each dataset, whose contract or version is another now', async () => {
    const database = rowsOfTenant(routing.engine);
    const rows = fileRows(() => database);
    const read = async (id: string, dataset: string, version: string, hash: string): Promise<void> => {
      await rows.file(id);
      await rows.parse(id, 'builtin', `job ${id}`, { content: `hash of ${id}`, dataset });
      await database.query(`UPDATE cf_file_parses SET version = '${version}', source_hash = '${hash}'
        WHERE file_id = '${id}'`);
    };
    const contract = (dataset: string, hash: string, replacedAt: string): Promise<unknown> =>
      database.query(`INSERT INTO cf_contracts (tenant, dataset, hash, contract, origin, source, set_at, replaced_at)
        VALUES ('default', '${dataset}', '${hash}', '{}', 'given', '/c', 1, ${replacedAt})`);
    await contract('orders', 'old', '2');
    await contract('orders', 'new', 'NULL');
    for (const id of ['a', 'b', 'c', 'd']) await read(id, 'orders', VERSION, 'old');
    await read('e', 'orders', VERSION, 'new');
    await read('f', 'orders', '0.0.1', 'new');
    for (const id of ['x', 'y']) await read(id, 'returns', '0.0.1', '');
    await read('z', 'returns', VERSION, '');
    await rows.parse('z', 'sales', 'job', { content: 'hash of z' });
    const plan = await backfillPlan(database, 'builtin');
    expect(plan).toMatchObject({ parser: 'builtin', version: VERSION, sourceHash: '', files: 7, bytes: 7 });
    expect(plan.byVersion).toEqual([
      { version: '0.0.1', dataset: 'orders', sourceHash: 'new', files: 1, bytes: 1 },
      { version: VERSION, dataset: 'orders', sourceHash: 'old', files: 4, bytes: 4 },
      { version: '0.0.1', dataset: 'returns', sourceHash: '', files: 2, bytes: 2 },
    ]);
    expect(plan.examples).toEqual(['/in/a', '/in/b', '/in/c', '/in/d', '/in/f']);
    expect(await executeBackfill(routing.engine, { tenant: TENANT, parser: 'builtin' })).toBe(7);
    const payloads = (await routing.jobs()).map(({ payload }) => payload as Record<string, string>);
    expect(payloads.map((one) => `${one['dataset']} ${one['source_hash']} ${one['path']}`).sort()).toEqual([
      ...['a', 'b', 'c', 'd', 'f'].map((id) => `orders new /in/${id}`),
      ...['x', 'y'].map((id) => `returns  /in/${id}`),
    ]);
    expect((await backfillPlan(database, 'builtin')).files).toBe(0);
  });

  test('goes on behind 1,000 jobs', async () => {
    await routing.register('sales', { topics: ['sales'] });
    const paths = Array.from({ length: 1_001 }, (_, index) => `/in/${index}.csv`);
    await routing.scanned(Object.fromEntries(paths.map((path) => [path, path])), ['sales']);
    await planJobs(routing.engine, TENANT);
    await routing.register('sales', { version: '2.0.0' });
    expect(await executeBackfill(routing.engine, { tenant: TENANT, parser: 'sales' })).toBe(1_001);
    expect(new Set((await routing.parses()).map(({ version }) => version))).toEqual(new Set(['2.0.0']));
  });

  test('of a parser that nobody knows says so', async () => {
    await expect(backfillPlan(rowsOfTenant(routing.engine), 'nobody')).rejects.toMatchObject({
      code: 'PARSER_NOT_REGISTERED',
    });
  });
});
