import { describe, expect, test } from 'vitest';
import { type FileFilter, listFiles } from '../../../src/pipeline/routing/list-files.js';
import { planJobs } from '../../../src/pipeline/routing/plan-jobs.js';
import { addRule } from '../../../src/pipeline/routing/rules.js';
import { STORES } from '../../cli/store.js';
import { useRouting } from './routing.js';

describe.each(STORES)('the list of files, on %s', (kind) => {
  const routing = useRouting(kind);
  const names = async (filter: Partial<FileFilter>): Promise<string[]> =>
    (await listFiles(routing.engine.database, { limit: 50, ...filter })).map(({ path }) => path);

  test('says what became of each, and can be filtered', async () => {
    await routing.register('invoices', { topics: ['invoices'] });
    await routing.scanned({ '/in/done.csv': 'D', '/in/failed.csv': 'F', '/in/wait.csv': 'W' }, ['invoices']);
    await routing.scanned({ '/in/new.txt': 'N', '/in/gone.csv': 'G' });
    await routing.engine.database.query("UPDATE cf_files SET missing_at = 1 WHERE path = '/in/gone.csv'");
    await addRule(routing.engine.database, '*.txt', 'notes');
    await planJobs(routing.engine);
    for (const { content_hash, job_id } of await routing.parses()) {
      if (content_hash !== 'W') await routing.end(job_id, content_hash === 'D' ? 'completed' : 'failed');
    }
    const all = await listFiles(routing.engine.database, { limit: 50 });
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
});
