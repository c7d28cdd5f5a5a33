import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { TenantDatabase } from '../../../src/database/index.js';
import { pipelineHome } from '../../../src/pipeline/index.js';
import { publish, removeUncommitted } from '../../../src/pipeline/jobs/publish.js';
import type { StagedRun, StagedRunRequest } from '../../../src/pipeline/jobs/job-reader.js';
import { STORES, temporaryFolder } from '../../cli/store.js';
import { waitUntil } from '../../services/wait-until.js';
import { useFileRows } from '../staging/file-rows.js';

describe.each(STORES)('publishing on %s', (kind) => {
  const rows = useFileRows(kind);

  /** A run of a job that has staged one output and one quarantine. */
  async function staged({ quarantined = 1, jobId = 'job-1' } = {}) {
    const home = pipelineHome(await temporaryFolder());
    await mkdir(home.staging);
    const file = async (output: string, count: number) => {
      const path = join(home.staging, output);
      await writeFile(path, '');
      return { output, fileName: output, path, rows: count, bytes: 0, sha256: 'h' };
    };
    const run = {
      ...{
        rowsIn: 2 + quarantined,
        rowsQuarantined: quarantined,
        notes: [],
        warnings: [],
        skippedLines: { count: 0, lines: [], file: null },
      },
      outputs: [await file('good', 2)],
      quarantines: [await file('bad', quarantined)],
      origin: { parser: 'sales', version: '1', sourceHash: 's', dataset: null },
    } as unknown as StagedRun;
    const request = {
      runtime: { home, format: 'csv' },
      database: rows.database,
      context: { job: { id: jobId }, fence: 1 },
      input: { path: '/in/a', contentHash: 'content', renewed: null },
    } as unknown as StagedRunRequest;
    const outcome = (await publish(request, run, { fileId: 'a', corrections: [] })) as unknown as {
      result: object;
      effects: { write(tx: unknown): Promise<void>; settled(committed: boolean): void };
    };
    const place = join(home.output, `sales/good/${jobId}-1.csv`);
    return { outcome, place, quarantine: run.quarantines[0]!.path, home };
  }

  test('moves the outputs, and removes the quarantine once the commit is settled', async () => {
    const { outcome, place, quarantine } = await staged();
    expect([existsSync(place), existsSync(quarantine)]).toEqual([true, true]);
    await rows.database.transaction((tx) => outcome.effects.write(tx.scope));
    expect(await rows.current()).toEqual(['a sales job-1']);
    outcome.effects.settled(true);
    await waitUntil(() => !existsSync(quarantine), { for: 'the quarantine to be removed' });
    expect(existsSync(place)).toBe(true);
  });

  test('removes the outputs of a commit that was refused', async () => {
    const { outcome, place, quarantine } = await staged();
    outcome.effects.settled(false);
    await waitUntil(() => !existsSync(place) && !existsSync(quarantine), { for: 'the files to be removed' });
  });

  test.each([
    [0, undefined],
    [1, '1 row quarantined'],
    [2, '2 rows quarantined'],
  ])('%d quarantined rows give the warning %s', async (quarantined, warning) => {
    const { outcome } = await staged({ quarantined });
    expect(outcome.result).toMatchObject({ rows_quarantined: quarantined, rows_valid: 2 });
    expect(JSON.stringify(outcome).includes('quarantined"]')).toBe(warning !== undefined);
    if (warning !== undefined) expect(JSON.stringify(outcome)).toContain(`["${warning}"]`);
  });

  test('keeps files that are registered, or of which that is not known', async () => {
    const { outcome, place, home } = await staged();
    const outputs = [{ path: 'sales/good/job-1-1.csv' }] as never;
    await rows.database.transaction((tx) => outcome.effects.write(tx.scope));
    await removeUncommitted(rows.database, home, 'job-1', outputs);
    expect(existsSync(place)).toBe(true);
    const unreachable = { dialect: kind, query: () => Promise.reject(new Error('gone')) } as unknown as TenantDatabase;
    await removeUncommitted(unreachable, home, 'job-2', outputs);
    expect(existsSync(place)).toBe(true);
    await removeUncommitted(rows.database, home, 'job-2', outputs);
    expect(existsSync(place)).toBe(false);
  });
});
