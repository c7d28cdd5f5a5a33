import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { allowAuto, planJobs, scanFolder } from '../../../src/pipeline/index.js';
import { STORES } from '../../cli/store.js';
import { waitUntil } from '../../services/wait-until.js';
import { createPipeline } from '../staging/pipeline.js';
import { rowsOfTenant, TENANT } from '../staging/tenant.js';

const FILES = 40;
const ROWS = 50;
const SETTINGS = { CASPARIAN_LEASE_SECONDS: '1', CASPARIAN_POLL_INTERVAL_MS: '50', CASPARIAN_LOG_LEVEL: 'error' };

describe.each(STORES)('files without a parser, on %s', (kind) => {
  test('are there once and whole, though their worker was killed half way', { timeout: 180_000 }, async () => {
    const pipeline = await createPipeline(kind);
    const { engine, incoming, home } = pipeline;
    for (let file = 0; file < FILES; file++) {
      const rows = Array.from({ length: ROWS }, (_, row) => `${file * ROWS + row},word ${row}`);
      await pipeline.file(`words-${file}.csv`, `id,word\n${rows.join('\n')}\n`);
    }
    await allowAuto(rowsOfTenant(engine), { folder: incoming });
    await scanFolder(rowsOfTenant(engine), { root: incoming, tags: [], patterns: [], ignore: [], rehash: false, home });
    expect(await planJobs(engine, TENANT)).toMatchObject({ builtinJobs: FILES });

    const worker = pipeline.start(['worker', '--concurrency', '3'], { env: SETTINGS });
    const done = () => rowsOfTenant(engine).query<{ row_count: number }>('SELECT row_count FROM cf_outputs');
    await waitUntil(async () => (await done()).length > 2, { for: 'rows', intervalMs: 2 });
    const gone = once(worker.process, 'exit');
    worker.process.kill('SIGKILL');
    await gone;
    const seen = await done();
    expect(seen.length).toBeLessThan(FILES);
    expect(new Set(seen.map(({ row_count }) => row_count))).toEqual(new Set([ROWS]));

    await waitUntil(
      async () => {
        await pipeline.run(['process', '--json'], { env: SETTINGS });
        return (await done()).length >= FILES;
      },
      { for: 'every file to be read', timeoutMs: 30_000, intervalMs: 300 },
    );
    const [counted] = await pipeline.json<object[]>([
      ...[
        'query',
        'select count(*) as rows, count(distinct id) as ids, max(id) as last from words',
        '--format',
        'json',
      ],
    ]);
    expect(counted).toEqual({ rows: FILES * ROWS, ids: FILES * ROWS, last: FILES * ROWS - 1 });
    expect(await engine.database.query('SELECT dataset FROM cf_contracts')).toEqual([{ dataset: 'words' }]);
  });
});
