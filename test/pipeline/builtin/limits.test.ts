import { openSpool, pipelineHome } from '../../../src/pipeline/index.js';
import { appendFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ParserLimits } from '../../../src/pipeline/jobs/runtime.js';
import { inputOfJob, whileUnchanged } from '../../../src/pipeline/jobs/input-of-job.js';
import { allowAuto } from '../../../src/pipeline/routing/allow-auto.js';
import { planJobs } from '../../../src/pipeline/index.js';
import { STORES } from '../../cli/store.js';
import { jobEnds } from '../../engine/staging/workers.js';
import { useWorkplace } from '../jobs/workplace.js';
import { rowsOfTenant, TENANT } from '../staging/tenant.js';
import { hintText } from '../../../src/cli/output/hint-text.js';

const QUARANTINE = { share: 0.5, rows: 100 };
/** Less than a process takes to start. */
const NO_TIME = { timeoutMs: 1, cpuSeconds: undefined, memoryLimitBytes: undefined };

describe.each(STORES)('the limits of parsers, on %s', (kind) => {
  const place = useWorkplace(kind, { working: false });
  test('hold for files without one: the attempt fails, says what to do, and leaves nothing', async () => {
    await allowAuto(rowsOfTenant(place.engine), {});
    const { id } = await place.file('slow.csv', 'id\n1\n');
    await planJobs(place.engine, TENANT);
    const [row] = await place.rows<{ job_id: string }>(`SELECT job_id FROM cf_file_parses WHERE file_id = '${id}'`);
    await place.engine.database.query(`UPDATE cf_jobs SET max_attempts = 1 WHERE id = '${row!.job_id}'`);
    const limits = (parser: string): ParserLimits => ({
      quarantine: QUARANTINE,
      ...(parser === 'builtin' ? NO_TIME : { ...NO_TIME, timeoutMs: undefined }),
    });
    await place.startWorker({}, await place.openRuntime({ limits }));
    const job = await jobEnds(place.engine, row!.job_id);
    expect(job).toMatchObject({ status: 'dead_letter', errors: [{ code: 'PARSER_TIMEOUT', phase: 'Execution' }] });
    expect(job.errors[0]!.next!.map(hintText).join('\n')).toContain('[parsers.builtin]');
    expect(await readdir(join(place.home, 'staging'))).toEqual([]);
    expect(await place.filesOf(job.id)).toEqual([]);
  });
});

describe('a file that grows', () => {
  const place = useWorkplace('sqlite', { working: false });

  test('is not read to its end', async () => {
    const { path } = await place.file('growing.csv', 'id\n1\n');
    const never = new AbortController().signal;
    const input = await inputOfJob({
      path,
      recorded: undefined,
      spool: openSpool(pipelineHome('/home')),
      signal: never,
    });
    await appendFile(path, '2\n');
    const stopped = whileUnchanged(
      input,
      never,
      (signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve(signal.reason))),
    );
    expect(await stopped).toMatchObject({ code: 'INPUT_CHANGED' });
  });
});
