import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { TenantDatabase } from '../../../src/database/index.js';
import { pipelineHome } from '../../../src/pipeline/index.js';
import { openAttemptLog } from '../../../src/engine/logs/attempt-log.js';
import { createJobLogReader, jobLogs } from '../../../src/engine/index.js';
import { createRounds } from '../../../src/pipeline/jobs/rounds.js';
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
    const attempt = { attempt: 1, fence: 1, startedAt: 1_000, maxBytes: 65_536, holdMs: 60_000 };
    const log = openAttemptLog({ logs: home.logs, jobId, ...attempt });
    log.write('info', 'said');
    const request = {
      runtime: { home, format: 'csv', moves: createRounds(0) },
      ...{ database: rows.database, log },
      context: { job: { id: jobId, attempt: 1 }, fence: 1 },
      input: { path: '/in/a', contentHash: 'content', renewed: null },
    } as unknown as StagedRunRequest;
    const outcome = (await publish(request, run, { fileId: 'a', corrections: [] })) as unknown as {
      result: object;
      effects: { prepare(): Promise<void>; write(tx: unknown): Promise<void>; settled(committed: boolean): void };
    };
    const place = join(home.output, `sales/good/${jobId}-1.csv`);
    const [output, quarantine] = [run.outputs[0]!.path, run.quarantines[0]!.path];
    const readLog = () => createJobLogReader(home.logs, jobId).readNew();
    return { outcome, place, output, quarantine, home, readLog };
  }

  test('moves the outputs, and removes the quarantine once the commit is settled', async () => {
    const { outcome, place, output, quarantine, readLog } = await staged();
    expect([existsSync(place), existsSync(output)]).toEqual([false, true]);
    await outcome.effects.prepare();
    expect([existsSync(place), existsSync(output), existsSync(quarantine)]).toEqual([true, false, true]);
    await rows.database.transaction((tx) => outcome.effects.write(tx.scope));
    expect(await rows.current()).toEqual(['a sales job-1']);
    outcome.effects.settled(true);
    await waitUntil(() => !existsSync(quarantine), { for: 'the quarantine to be removed' });
    expect(existsSync(place)).toBe(true);
    const stored = await jobLogs(rows.database, 'job-1');
    expect([stored.map(({ message }) => message), await readLog()]).toEqual([['said'], []]);
  });

  test.each([
    ['prepared', true],
    ['not even prepared', false],
  ])('removes the files of a commit that was refused, and keeps its log (%s)', async (_when, isPrepared) => {
    const { outcome, place, output, quarantine, readLog } = await staged();
    if (isPrepared) await outcome.effects.prepare();
    outcome.effects.settled(false);
    const areGone = (): boolean => [place, output, quarantine].every((path) => !existsSync(path));
    await waitUntil(areGone, { for: 'the files to be removed' });
    expect((await readLog()).map(({ message }) => message)).toEqual(['said']);
  });

  test('removes the staged files if they cannot be moved', async () => {
    const { outcome, home, output } = await staged();
    await writeFile(home.output, 'in the way');
    await expect(outcome.effects.prepare()).rejects.toMatchObject({ code: 'OUTPUT_UNWRITABLE', phase: 'Output' });
    outcome.effects.settled(false);
    await waitUntil(() => !existsSync(output), { for: 'the staged file to be removed' });
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
    await outcome.effects.prepare();
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
