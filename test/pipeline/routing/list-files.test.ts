import { describe, expect, test } from 'vitest';
import { PARSE_JOB } from '../../../src/pipeline/index.js';
import { type FileFilter, listFiles } from '../../../src/pipeline/routing/list-files.js';
import { planJobs } from '../../../src/pipeline/routing/plan-jobs.js';
import { addRule } from '../../../src/pipeline/routing/rules.js';
import { newId } from '../../../src/platform/index.js';
import { STORES } from '../../cli/store.js';
import { fileRows } from '../staging/file-rows.js';
import { ANY_PARSE, useRouting } from './routing.js';
import { rowsOfTenant, TENANT } from '../staging/tenant.js';

describe.each(STORES)('the list of files, on %s', (kind) => {
  const routing = useRouting(kind);
  const names = async (filter: Partial<FileFilter>): Promise<string[]> =>
    (await listFiles(rowsOfTenant(routing.engine), { limit: 50, ...filter })).map(({ path }) => path);

  test('says what became of each, and can be filtered', async () => {
    await routing.register('invoices', { topics: ['invoices'] });
    await routing.scanned({ '/in/done.csv': 'D', '/in/failed.csv': 'F', '/in/wait.csv': 'W' }, ['invoices']);
    await routing.scanned({ '/in/new.txt': 'N', '/in/gone.csv': 'G' });
    await routing.engine.database.query("UPDATE cf_files SET missing_at = 1 WHERE path = '/in/gone.csv'");
    await addRule(rowsOfTenant(routing.engine), '*.txt', 'notes');
    await planJobs(routing.engine, TENANT);
    for (const { content_hash, job_id } of await routing.parses()) {
      if (content_hash !== 'W') await routing.become(job_id, content_hash === 'D' ? 'completed' : 'failed');
    }
    const all = await listFiles(rowsOfTenant(routing.engine), { limit: 50 });
    expect(all.map(({ path, status }) => `${path} ${status}`)).toEqual([
      '/in/done.csv processed',
      '/in/failed.csv failed',
      '/in/gone.csv missing',
      '/in/new.txt new',
      '/in/wait.csv pending',
    ]);
    expect(all[0]).toMatchObject({
      tags: ['invoices'],
      topics: ['invoices'],
      parses: [{ parser: 'invoices', version: '1.0.0', status: 'processed' }],
    });
    expect(await names({ status: 'failed' })).toEqual(['/in/failed.csv']);
    expect(await names({ tag: 'invoices', limit: 2 })).toEqual(['/in/done.csv', '/in/failed.csv']);
    expect(await names({ topic: 'notes' })).toEqual(['/in/new.txt']);
    expect(await names({ parser: 'invoices', path: 'w*' })).toEqual(['/in/wait.csv']);
    expect(await names({ path: 'other/*' })).toEqual([]);
  });

  test('goes on behind a page of 1,000', async () => {
    const paths = Array.from({ length: 1_001 }, (_, index) => `/in/${1_000 + index}.csv`);
    await routing.scanned(Object.fromEntries(paths.map((path) => [path, path])));
    expect(await names({ limit: 5_000 })).toEqual(paths);
    expect(await names({ limit: 1_000 })).toEqual(paths.slice(0, 1_000));
    expect(await names({ limit: 5_000, path: '2000.csv' })).toEqual(['/in/2000.csv']);
    await routing.engine.database.query("DELETE FROM cf_files WHERE path = '/in/2000.csv'");
    expect(await names({ limit: 5_000 })).toEqual(paths.slice(0, 1_000));
    expect(await names({ limit: 0 })).toEqual([]);
  });

  test('shows what needs attention of several parsers', async () => {
    const database = rowsOfTenant(routing.engine);
    const rows = fileRows(() => database);
    const jobs = new Map<string, string>();
    for (const status of [
      'pending',
      'running',
      'completed',
      'completed_with_warnings',
      'failed',
      'cancelled',
    ] as const) {
      const { id } = await routing.engine.enqueue(PARSE_JOB, ANY_PARSE);
      await routing.become(id, status);
      jobs.set(status, id);
    }
    jobs.set('pruned', newId());
    const file = async (name: string, ...statuses: string[]): Promise<void> => {
      await rows.file(name);
      // The other way round: the list has them in the order of the parsers' names.
      for (const [index, status] of [...statuses.entries()].reverse()) {
        await rows.parse(name, `parser-${index}`, jobs.get(status)!);
      }
    };
    await file('a', 'failed', 'completed');
    await file('b', 'completed', 'cancelled', 'pending');
    await file('c', 'completed', 'pending');
    await file('d', 'running', 'completed');
    await file('e', 'completed', 'completed_with_warnings', 'pruned');
    await file('f', 'failed');
    await database.query("UPDATE cf_files SET missing_at = 1 WHERE id = 'f'");
    await file('g');
    const listed = await listFiles(database, { limit: 10 });
    expect(
      listed.map(({ id, status, parses }) => `${id} ${status}: ${parses.map((one) => one.status).join()}`),
    ).toEqual([
      ...['a failed: failed,processed', 'b failed: processed,failed,pending', 'c pending: processed,pending'],
      ...['d pending: pending,processed', 'e processed: processed,processed,processed', 'f missing: failed', 'g new: '],
    ]);
    const [failed] = listed[0]!.parses;
    expect(failed).toEqual({ parser: 'parser-0', version: '1', jobId: jobs.get('failed'), status: 'failed' });
    expect(await names({ parser: 'parser-1' })).toEqual(['a', 'b', 'c', 'd', 'e'].map((id) => `/in/${id}`));
    expect(await names({ parser: 'parser-2', status: 'processed' })).toEqual(['/in/e']);
  });

  test('tells tags from topics of rules', async () => {
    await routing.scanned({ '/in/a.csv': 'A' }, ['sales', 'more']);
    await routing.scanned({ '/in/b.csv': 'B' });
    await addRule(rowsOfTenant(routing.engine), 'b.csv', 'sales');
    expect(await names({ tag: 'sales' })).toEqual(['/in/a.csv']);
    expect(await names({ topic: 'sales' })).toEqual(['/in/a.csv', '/in/b.csv']);
    expect(await names({ tag: 'more', topic: 'sales', path: 'in/*.csv' })).toEqual(['/in/a.csv']);
  });
});
