import { expect, test } from 'vitest';
import { queryBuilder } from '../../../src/database/index.js';
import { countFinishedFiles, PARSE_JOB } from '../../../src/pipeline/index.js';
import { freshStore, STORES } from '../../cli/store.js';
import { rowsOfTenant, TENANT } from '../staging/tenant.js';

const payload = { parser: 'p', version: '1', source_hash: 's', file_id: 'f', path: '/a.csv', content_hash: 'h' };

test.each(STORES)(
  'files stand when rows from before, or of a copy, are those of their content, on %s',
  async (kind) => {
    const { engine } = await freshStore(kind);
    const database = rowsOfTenant(engine);
    const insert = (table: string, row: Record<string, unknown>): Promise<unknown> =>
      queryBuilder<Record<string, Record<string, unknown>>>(database).insertInto(table).values(row).execute();
    const file = async (
      id: string,
      jobId: string,
      facts: { parsed?: string; missing_at?: number } = {},
    ): Promise<void> => {
      const { parsed = 'h', ...more } = facts;
      const times = { modified_us: 1, changed_us: 1, discovered_at: 1, scanned_at: 1 };
      await insert('cf_files', {
        id,
        tenant: TENANT,
        path: `/${id}`,
        hash: 'h',
        size_bytes: 1,
        tags: '[]',
        ...times,
        ...more,
      });
      const parse = { parser: 'p', content_hash: parsed, version: '1', source_hash: 's', job_id: jobId };
      await insert('cf_file_parses', { tenant: TENANT, file_id: id, ...parse });
    };
    const job = async (fileId: string, finishedAt: number | null): Promise<string> => {
      const { id } = await engine.enqueue(PARSE_JOB, { ...payload, file_id: fileId });
      if (finishedAt === null) return id;
      await database.query(`UPDATE cf_jobs SET status = 'completed', finished_at = ${finishedAt} WHERE id = '${id}'`);
      return id;
    };
    await file('before', await job('before', 100));
    const now = await job('now', 200);
    await file('now', now);
    await file('copy-of-now', now);
    await file('waits', await job('waits', null));
    await file('changed', await job('changed', 100), { parsed: 'earlier' });
    await file('gone', await job('gone', 100), { missing_at: 1 });
    await file('pruned', crypto.randomUUID());
    expect(await countFinishedFiles(database, { before: 150, parser: undefined })).toBe(3);
    expect(await countFinishedFiles(database, { before: 150, parser: 'p' })).toBe(3);
    expect(await countFinishedFiles(database, { before: 150, parser: 'q' })).toBe(0);
  },
);
