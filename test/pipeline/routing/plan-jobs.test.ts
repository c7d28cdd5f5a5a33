import { describe, expect, test } from 'vitest';
import { pruneJobs } from '../../../src/engine/index.js';
import { planJobs } from '../../../src/pipeline/routing/plan-jobs.js';
import { topicsWithoutParser } from '../../../src/pipeline/routing/routes.js';
import { addRule } from '../../../src/pipeline/routing/rules.js';
import { STORES } from '../../cli/store.js';
import { useRouting } from './routing.js';
import { rowsOfTenant, TENANT } from '../staging/tenant.js';

describe.each(STORES)('planning, on %s', (kind) => {
  const routing = useRouting(kind);

  test('makes a job for every parser that wants a file, by its tags and by rules, and none twice', async () => {
    await routing.register('invoices', { topics: ['invoices', 'paper'] });
    await routing.register('audit', { topics: ['invoices'] });
    await routing.register('idle');
    await routing.scanned({ '/in/a.csv': 'A' }, ['invoices', 'paper']);
    await routing.scanned({ '/in/b.inv.csv': 'B', '/in/c.csv': 'C' });
    await addRule(rowsOfTenant(routing.engine), '*.inv.csv', 'paper');
    expect(await planJobs(routing.engine, TENANT)).toMatchObject({ jobsCreated: 3, alreadyProcessed: 0 });
    expect((await routing.jobsMade()).sort()).toEqual([
      'audit /in/a.csv',
      'invoices /in/a.csv',
      'invoices /in/b.inv.csv',
    ]);
    const [job] = (await routing.jobs()).filter(
      ({ payload }) => (payload as { path: string }).path === '/in/b.inv.csv',
    );
    expect(job).toMatchObject({
      type: 'parse',
      payload: { parser: 'invoices', version: '1.0.0', source_hash: 'invoices 1.0.0', content_hash: 'B' },
    });
    expect(await planJobs(routing.engine, TENANT)).toMatchObject({ jobsCreated: 0, alreadyProcessed: 0 });
  });

  test('lets copies stand on one job, whenever they come', async () => {
    await routing.register('invoices', { topics: ['invoices'] });
    await routing.scanned({ '/in/a.csv': 'A', '/in/copy.csv': 'A' }, ['invoices']);
    expect(await planJobs(routing.engine, TENANT)).toMatchObject({ jobsCreated: 1, alreadyProcessed: 1 });
    const [job] = await routing.jobs();
    await routing.become(job!.id, 'completed');
    await routing.scanned({ '/in/later.csv': 'A' }, ['invoices']);
    expect(await planJobs(routing.engine, TENANT)).toMatchObject({ jobsCreated: 0, alreadyProcessed: 1 });
    expect((await routing.parses()).map(({ job_id }) => job_id)).toEqual([job!.id, job!.id, job!.id]);
  });

  test('does not let a copy stand on a job that failed', async () => {
    await routing.register('invoices', { topics: ['invoices'] });
    await routing.scanned({ '/in/a.csv': 'A' }, ['invoices']);
    await planJobs(routing.engine, TENANT);
    await routing.become((await routing.jobs())[0]!.id, 'failed');
    await routing.scanned({ '/in/copy.csv': 'A' }, ['invoices']);
    expect(await planJobs(routing.engine, TENANT)).toMatchObject({ jobsCreated: 1, alreadyProcessed: 0 });
  });

  test('lets a copy stand on a job that was pruned, if its rows are there', async () => {
    await routing.register('invoices', { topics: ['invoices'] });
    await routing.scanned({ '/in/a.csv': 'A', '/in/b.csv': 'B' }, ['invoices']);
    await planJobs(routing.engine, TENANT);
    for (const { id } of await routing.jobs()) await routing.become(id, 'completed');
    const { job_id } = (await routing.parses()).find(({ content_hash }) => content_hash === 'A')!;
    await routing.engine.database.query(
      `INSERT INTO cf_outputs (tenant, id, job_id, file_id, parser, version, source_hash, content_hash, output, path, format,
         row_count, size_bytes, sha256, created_at)
       VALUES ('default', '1', '${job_id}', 'f', 'invoices', '1.0.0', 's', 'A', 'o', 'p', 'parquet', 1, 1, 'h', 1)`,
    );
    expect(await pruneJobs(routing.engine.database, { olderThanMs: 0, dryRun: false })).toBe(2);
    await routing.scanned({ '/in/copy-a.csv': 'A', '/in/copy-b.csv': 'B' }, ['invoices']);
    expect(await planJobs(routing.engine, TENANT)).toMatchObject({ jobsCreated: 1, alreadyProcessed: 1 });
    expect(await routing.jobsMade()).toEqual(['invoices /in/copy-b.csv']);
  });

  test('gives a file whose rows must be superseded a job of its own, also when another has its new content', async () => {
    await routing.register('invoices', { topics: ['invoices'] });
    await routing.scanned({ '/in/a.csv': 'A', '/in/b.csv': 'B' }, ['invoices']);
    await planJobs(routing.engine, TENANT);
    for (const { id } of await routing.jobs()) await routing.become(id, 'completed');
    const { job_id, file_id } = (await routing.parses()).find(({ content_hash }) => content_hash === 'B')!;
    await routing.engine.database.query(
      `INSERT INTO cf_outputs (tenant, id, job_id, file_id, parser, version, source_hash, content_hash, output, path, format,
         row_count, size_bytes, sha256, created_at)
       VALUES ('default', '1', '${job_id}', '${file_id}', 'invoices', '1.0.0', 's', 'B', 'o', 'p', 'parquet', 1, 1, 'h', 1)`,
    );
    await routing.scanned({ '/in/b.csv': 'A', '/in/copy.csv': 'A' }, ['invoices']);
    expect(await planJobs(routing.engine, TENANT)).toMatchObject({ jobsCreated: 1, alreadyProcessed: 1 });
    expect((await routing.jobsMade()).at(-1)).toBe('invoices /in/b.csv');
  });

  test('makes a new job for a changed file, and none again for one that failed', async () => {
    await routing.register('invoices', { topics: ['invoices'] });
    await routing.scanned({ '/in/a.csv': 'A', '/in/b.csv': 'B' }, ['invoices']);
    await planJobs(routing.engine, TENANT);
    for (const { id } of await routing.jobs()) await routing.become(id, 'failed');
    await addRule(rowsOfTenant(routing.engine), '*', 'anything');
    expect(await planJobs(routing.engine, TENANT)).toMatchObject({ jobsCreated: 0, alreadyProcessed: 0 });
    await routing.scanned({ '/in/a.csv': 'A2', '/in/b.csv': 'B' });
    expect(await planJobs(routing.engine, TENANT)).toMatchObject({ jobsCreated: 1, alreadyProcessed: 0 });
    const made = (await routing.jobs()).at(-1)!;
    expect(made.payload).toMatchObject({ path: '/in/a.csv', content_hash: 'A2' });
    const standing = (await routing.parses()).find(({ content_hash }) => content_hash === 'A2');
    expect(standing?.job_id).toBe(made.id);
  });

  test('gives new files to the current version, and leaves old ones to a backfill', async () => {
    await routing.register('invoices', { version: '1.0.0', topics: ['invoices'] });
    await routing.scanned({ '/in/a.csv': 'A' }, ['invoices']);
    await planJobs(routing.engine, TENANT);
    await routing.register('invoices', { version: '1.1.0' });
    await routing.scanned({ '/in/b.csv': 'B' }, ['invoices']);
    expect(await planJobs(routing.engine, TENANT)).toMatchObject({ jobsCreated: 1 });
    expect((await routing.jobs()).map(({ payload }) => (payload as { version: string }).version)).toEqual([
      '1.0.0',
      '1.1.0',
    ]);
    await routing.engine.database.query('UPDATE cf_parsers SET retired_at = 1');
    await routing.scanned({ '/in/c.csv': 'C' }, ['invoices']);
    expect(await planJobs(routing.engine, TENANT)).toMatchObject({ jobsCreated: 0 });
  });

  test('gives copies that are planned together to the first by path, also when it is not the first scanned', async () => {
    await routing.register('invoices', { topics: ['invoices'] });
    await routing.scanned({ '/in/c.csv': 'A' }, ['invoices']);
    await routing.scanned({ '/in/a.csv': 'A', '/in/b.csv': 'B' }, ['invoices']);
    expect(await planJobs(routing.engine, TENANT)).toMatchObject({
      jobsCreated: 2,
      alreadyProcessed: 1,
      builtinJobs: 0,
    });
    expect(await routing.jobsMade()).toEqual(['invoices /in/a.csv', 'invoices /in/b.csv']);
  });

  test('counts over all its batches', async () => {
    await routing.register('invoices', { topics: ['invoices'] });
    await addRule(rowsOfTenant(routing.engine), '*', 'auto');
    const kinds = ['csv', 'png', 'inv', 'inv.copy'];
    await addRule(rowsOfTenant(routing.engine), '*.inv*', 'invoices');
    const contents = kinds.flatMap((kind) =>
      Array.from({ length: 300 }, (_, index) => [`/in/${index}.${kind}`, `${kind.slice(0, 3)} ${index}`] as const),
    );
    await routing.scanned(Object.fromEntries(contents));
    expect(await planJobs(routing.engine, TENANT)).toEqual({
      ...{ jobsCreated: 600, alreadyProcessed: 300, builtinJobs: 300, withoutReader: 300 },
      ...{ unrouted: 0, unroutedExample: null },
    });
    const [planned] = await routing.engine.database.query(
      'SELECT count(*) AS files FROM cf_files WHERE planned_revision = (SELECT revision FROM cf_routing)',
    );
    expect(planned).toEqual({ files: 1_200 });
  });

  test('looks only at files that were not planned under these routes', async () => {
    await addRule(rowsOfTenant(routing.engine), '*', 'auto');
    await routing.scanned({ '/in/a.png': 'A' });
    expect(await planJobs(routing.engine, TENANT)).toMatchObject({ withoutReader: 1 });
    await routing.scanned({ '/in/b.png': 'B' });
    expect(await planJobs(routing.engine, TENANT)).toMatchObject({ withoutReader: 1 });
    await addRule(rowsOfTenant(routing.engine), '*.png', 'pictures');
    expect(await planJobs(routing.engine, TENANT)).toMatchObject({ withoutReader: 2 });
  });

  test('takes a file from the built-in readers alone when a parser wants it', async () => {
    await routing.register('invoices', { topics: ['invoices'] });
    await addRule(rowsOfTenant(routing.engine), '*.csv', 'auto');
    await routing.scanned({ '/in/a.csv': 'A', '/in/b.csv': 'B' });
    await planJobs(routing.engine, TENANT);
    await routing.scanned({ '/in/a.csv': 'A' }, ['invoices']);
    expect(await planJobs(routing.engine, TENANT)).toMatchObject({ jobsCreated: 1, builtinJobs: 0 });
    expect((await routing.parses()).map(({ parser }) => parser)).toEqual(['builtin', 'invoices']);
  });

  test('says which topics no parser is subscribed to', async () => {
    await routing.register('invoices', { topics: ['invoices'] });
    await routing.register('audit', { topics: ['invoices', 'paper'] });
    const topics = ['invoices', 'paper', 'nobody', 'auto', 'auto:orders', 'automatic'];
    expect(await topicsWithoutParser(rowsOfTenant(routing.engine), topics)).toEqual(['nobody', 'automatic']);
  });

  test('passes by what is missing', async () => {
    await routing.register('invoices', { topics: ['invoices'] });
    await routing.scanned({ '/in/a.csv': 'A' }, ['invoices']);
    await routing.engine.database.query('UPDATE cf_files SET missing_at = 1');
    expect(await planJobs(routing.engine, TENANT)).toMatchObject({ jobsCreated: 0 });
    await routing.scanned({ '/in/a.csv': 'A' });
    expect(await planJobs(routing.engine, TENANT)).toMatchObject({ jobsCreated: 1 });
  });

  test('makes each job once when several plan, scan and change rules at the same time', async () => {
    const other = await routing.openAnother();
    await routing.register('invoices', { topics: ['invoices'] });
    const names = Array.from({ length: 2_100 }, (_, index) => `/in/${index}.csv`);
    await routing.scanned(Object.fromEntries(names.map((name) => [name, name])), ['invoices']);
    const reports = await Promise.all([
      planJobs(routing.engine, TENANT),
      planJobs(other, TENANT),
      routing.scanned({ '/in/late.csv': 'late' }, ['invoices']).then(() => planJobs(other, TENANT)),
      addRule(rowsOfTenant(other), '*.csv', 'anything').then(() => planJobs(routing.engine, TENANT)),
    ]);
    expect(reports.reduce((sum, { jobsCreated }) => sum + jobsCreated, 0)).toBe(2_101);
    const made = await routing.jobsMade();
    expect(made).toHaveLength(2_101);
    expect(new Set(made).size).toBe(2_101);
  });
});
