import { existsSync } from 'node:fs';
import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { datasets, outputFiles, pruneOutputs } from '../../../src/pipeline/index.js';
import { findOrphans } from '../../../src/pipeline/outputs/orphans.js';
import { STORES } from '../../cli/store.js';
import { NUMBERS_PARSER, useWorkplace } from '../jobs/workplace.js';
import { rowsOfTenant } from '../staging/tenant.js';

const HOUR_MS = 3_600_000;

describe.each(STORES)('outputs on %s', (kind) => {
  const place = useWorkplace(kind);
  const jobs: string[] = [];
  beforeAll(async () => {
    const numbers = await place.register(NUMBERS_PARSER);
    const others = await place.register(NUMBERS_PARSER.replace("'numbers'", "'others'"));
    for (const [name, content, parser] of [
      ['a.csv', '1,1\n', numbers],
      ['a.csv', '2,2\n3,3\n', numbers],
      ['b.csv', '4,4\n', numbers],
      ['b.csv', '4,4\n', others],
    ] as const) {
      jobs.push((await place.parse(await place.file(name, content), parser)).id);
    }
  });

  test('are listed as datasets, of which superseded files are no part', async () => {
    const database = rowsOfTenant(place.engine);
    const found = await datasets(database);
    expect(found).toMatchObject([
      { parser: 'numbers', output: 'numbers', files: 2, rows: 3 },
      { parser: 'others', output: 'others', files: 1, rows: 1 },
    ]);
    expect(found[0]!.bytes).toBeGreaterThan(100);
    expect(await datasets(database, { parser: 'numbers', all: true })).toMatchObject([{ files: 3, rows: 4 }]);
    expect(await datasets(database, { output: 'nothing' })).toEqual([]);
  });

  test('are listed file by file, with their source and what superseded them', async () => {
    const files = await outputFiles(rowsOfTenant(place.engine), { parser: 'numbers', all: true });
    expect(files.map(({ jobId, rows, supersededBy }) => ({ jobId, rows, supersededBy }))).toEqual([
      { jobId: jobs[0], rows: 1, supersededBy: jobs[1] },
      { jobId: jobs[1], rows: 2, supersededBy: null },
      { jobId: jobs[2], rows: 1, supersededBy: null },
    ]);
    expect(files[0]).toMatchObject({ source: join(place.home, 'incoming/a.csv'), version: '1.0.0' });
  });

  test('are pruned when superseded for long enough, and files of crashed jobs when they are old', async () => {
    const database = rowsOfTenant(place.engine);
    const { home } = place.runtime;
    const left = (jobId: string, fence: number): string => `numbers/numbers/${jobId}-${fence}.jsonl`;
    const strange = 'numbers/numbers/0199c3a4-0000-7000-8000-000000000009-1.jsonl';
    for (const path of [left(jobs[2]!, 7), strange, 'numbers/numbers/notes.txt']) {
      await mkdir(dirname(join(home.output, path)), { recursive: true });
      await writeFile(join(home.output, path), 'left');
      await utimes(join(home.output, path), 1, 1);
    }
    expect(await findOrphans(database, home)).toEqual([]);
    const later = await findOrphans(database, home, Date.now() + 2 * HOUR_MS);
    expect(later).toEqual([{ path: left(jobs[2]!, 7), bytes: 4 }]);

    const superseded = join(home.output, left(jobs[0]!, 1));
    expect(await pruneOutputs(database, home, { olderThanMs: HOUR_MS, dryRun: false })).toMatchObject({
      superseded: 0,
    });
    expect(await pruneOutputs(database, home, { olderThanMs: 0, dryRun: true })).toMatchObject({ superseded: 1 });
    expect(existsSync(superseded)).toBe(true);
    const pruned = await pruneOutputs(database, home, { olderThanMs: 0, dryRun: false });
    expect(pruned).toMatchObject({ superseded: 1, orphans: 0 });
    expect(existsSync(superseded)).toBe(false);
    expect(await datasets(database, { all: true })).toMatchObject([{ files: 2 }, { files: 1 }]);
  });
});
