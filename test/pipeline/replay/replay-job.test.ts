import { writeFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Effects, JobContext } from '../../../src/engine/index.js';
import { REPLAY_JOB } from '../../../src/pipeline/index.js';
import { discardQuarantine } from '../../../src/pipeline/quarantine/discard.js';
import { replayRowsOfJob } from '../../../src/pipeline/replay/replay-job.js';
import type { RegisteredParser } from '../../../src/pipeline/registry/registered-parser.js';
import { STORES } from '../../cli/store.js';
import { jobEnds } from '../../engine/staging/workers.js';
import { PATIENCE_MS } from '../../services/wait-until.js';
import { NUMBERS_PARSER, type ScannedFile, useWorkplace } from '../jobs/workplace.js';
import { rowsOfTenant, TENANT } from '../staging/tenant.js';

/** Every row goes to two outputs; what the left one refuses, the right one takes. */
const PAIRS_PARSER = NUMBERS_PARSER.replace("name = 'numbers'", "name = 'pairs'")
  .replace(
    "{'id': 'int!', 'value': 'int!'}",
    "{'left': {'id': 'int!', 'value': 'int!'}, 'right': {'id': 'int!', 'value': 'string'}}",
  )
  .replace('        yield [', '        rows = [')
  .concat("        yield ('left', rows)\n        yield ('right', rows)\n");

describe.each(STORES)('replaying quarantined rows on %s', (kind) => {
  const place = useWorkplace(kind);
  let numbers: RegisteredParser;
  beforeAll(async () => {
    numbers = await place.register(NUMBERS_PARSER);
  });

  const enqueue = async (base: string, file: ScannedFile, delayMs = 0): Promise<string> => {
    const payload = { parser: 'numbers', path: file.path, replay_of: base };
    return (await place.engine.enqueue(REPLAY_JOB, payload, { parentJobId: base, delayMs })).id;
  };
  const replay = async (base: string, file: ScannedFile) => jobEnds(place.engine, await enqueue(base, file));
  const ledger = async (base: string): Promise<Record<string, string>> => {
    const rows = await place.rows<{ row_number: number; status: string }>(
      `SELECT row_number, status FROM cf_quarantine WHERE job_id = '${base}'`,
    );
    return Object.fromEntries(rows.map(({ row_number, status }) => [row_number, status]));
  };
  /** A file with two bad rows of five, and the job that set them aside. */
  const given = async (name: string): Promise<{ file: ScannedFile; base: string }> => {
    const file = await place.file(name, '1,10\n2,x\n3,30\n4,y\n5,50\n');
    const { id, status } = await place.parse(file, numbers);
    expect(status).toBe('completed_with_warnings');
    return { file, base: id };
  };
  /** Runs the handler as a worker would, and leaves its commit to the test. */
  const handled = async (jobId: string, base: string, file: ScannedFile): Promise<Effects> => {
    const job = { id: jobId, tenant: TENANT, attempt: 1, startedAt: Date.now() };
    const context = { job, fence: 1, signal: new AbortController().signal } as unknown as JobContext;
    const payload = { parser: 'numbers', path: file.path, replay_of: base };
    return ((await replayRowsOfJob(place.runtime, payload, context)) as { effects: Effects }).effects;
  };

  test('moves what was fixed in the source to the output, and says what is still wrong with the rest', async () => {
    const { file, base } = await given('fixed.csv');
    await writeFile(file.path, '1,10\n2,20\n3,30\n4,z\n5,50\n');
    const job = await replay(base, file);
    expect(job).toMatchObject({
      status: 'completed_with_warnings',
      parentJobId: base,
      result: {
        recovered: 1,
        still_quarantined: 1,
        rows: [
          { output: 'numbers', row_number: 2, status: 'recovered' },
          { row_number: 4, status: 'quarantined', column: 'value', error_type: 'invalid_int' },
        ],
      },
    });
    expect((await place.visibleIds(file)).sort()).toEqual([1, 2, 3, 5]);
    expect(await ledger(base)).toEqual({ 2: 'recovered', 4: 'quarantined' });
    const [row] = await place.rows(`SELECT raw_data FROM cf_quarantine WHERE job_id = '${base}' AND row_number = 4`);
    expect(row).toEqual({ raw_data: '{"id":"4","value":"z"}' });
    const [output] = await place.rows(`SELECT * FROM cf_outputs WHERE job_id = '${job.id}'`);
    expect(output).toMatchObject({
      ...{ file_id: file.id, parser: 'numbers', row_count: 1, superseded_at: null },
      path: `numbers/numbers/${job.id}-1.jsonl`,
    });
  });

  test('a later job for the changed file supersedes the rows of base and replay together', async () => {
    const { file, base } = await given('later.csv');
    await writeFile(file.path, '1,10\n2,20\n3,30\n4,y\n5,50\n');
    await replay(base, file);
    const after = await place.parse(await place.file('later.csv', '1,10\n2,20\n3,30\n4,y\n5,50\n'), numbers);
    expect((await place.visibleIds(file)).sort()).toEqual([1, 2, 3, 5]);
    expect(await ledger(base)).toEqual({ 2: 'recovered', 4: 'superseded' });
    const late = await replay(base, file);
    expect(late).toMatchObject({ status: 'failed', errors: [{ code: 'REPLAY_IMPOSSIBLE', attempt: 1 }] });
    expect(late.errors[0]?.message).toBe(`Later rows replaced those of job ${base}`);
    expect(late.errors[0]?.why).toContain(after.id);
  });

  test('two at once move every row once', async () => {
    const { file, base } = await given('twice.csv');
    await writeFile(file.path, '1,10\n2,20\n3,30\n4,40\n5,50\n');
    const ids = await Promise.all([enqueue(base, file), enqueue(base, file)]);
    const jobs = await Promise.all(ids.map((id) => jobEnds(place.engine, id)));
    const results = jobs.map(({ result }) => (result as { recovered: number }).recovered);
    expect(results.sort()).toEqual([0, 2]);
    expect((await place.visibleIds(file)).sort()).toEqual([1, 2, 3, 4, 5]);
  });

  test('rows that somebody else took before the commit are not written, and the attempt is made again', async () => {
    const { file, base } = await given('taken.csv');
    await writeFile(file.path, '1,10\n2,20\n3,30\n4,40\n5,50\n');
    const id = await enqueue(base, file, 60_000);
    const { write, settled } = await handled(id, base, file);
    await discardQuarantine(rowsOfTenant(place.engine), { jobId: base, rowNumbers: [4] }, 'a test order');
    await expect(place.engine.transaction((tx) => write!(tx))).rejects.toMatchObject({ retryable: true });
    settled?.(false);
    await expect.poll(() => place.filesOf(id), { timeout: PATIENCE_MS }).toEqual([]);
    await place.engine.database.script(`UPDATE cf_jobs SET run_at = 1, fence = 1 WHERE id = '${id}'`);
    place.engine.wake();
    expect(await jobEnds(place.engine, id)).toMatchObject({ result: { recovered: 1, still_quarantined: 0 } });
    expect(await ledger(base)).toEqual({ 2: 'recovered', 4: 'discarded' });
    expect((await place.visibleIds(file)).sort()).toEqual([1, 2, 3, 5]);
  });

  test('a crash between the move of the file and the commit leaves nothing to be seen, and nothing twice', async () => {
    const { file, base } = await given('crash.csv');
    await writeFile(file.path, '1,10\n2,20\n3,30\n4,y\n5,50\n');
    const id = await enqueue(base, file, 60_000);
    await handled(id, base, file);
    expect(await place.filesOf(id)).toEqual([`numbers/numbers/${id}-1.jsonl`]);
    expect((await place.visibleIds(file)).sort()).toEqual([1, 3, 5]);
    await place.engine.database.script(`UPDATE cf_jobs SET run_at = 1, fence = 1 WHERE id = '${id}'`);
    place.engine.wake();
    expect(await jobEnds(place.engine, id)).toMatchObject({ result: { recovered: 1, still_quarantined: 1 } });
    expect(await place.filesOf(id)).toEqual([`numbers/numbers/${id}-2.jsonl`]);
    expect((await place.visibleIds(file)).sort()).toEqual([1, 2, 3, 5]);
  });

  test('a base that is superseded before the commit keeps its rows from moving', async () => {
    const { file, base } = await given('overtaken.csv');
    await writeFile(file.path, '1,10\n2,20\n3,30\n4,40\n5,50\n');
    const { write } = await handled(await enqueue(base, file, 60_000), base, file);
    await place.parse(await place.file('overtaken.csv', '6,60\n'), numbers);
    await expect(place.engine.transaction((tx) => write!(tx))).rejects.toMatchObject({ code: 'REPLAY_IMPOSSIBLE' });
    expect(await place.visibleIds(file)).toEqual([6]);
  });

  test('a file with another number of rows is refused, with both numbers', async () => {
    const { file, base } = await given('longer.csv');
    await writeFile(file.path, '0,0\n1,10\n2,20\n3,30\n4,40\n5,50\n');
    const job = await replay(base, file);
    expect(job).toMatchObject({ status: 'failed', errors: [{ code: 'REPLAY_IMPOSSIBLE' }] });
    expect(job.errors[0]?.message).toBe(`'${file.path}' has 6 rows now, and had 5 rows`);
    expect(await ledger(base)).toEqual({ 2: 'quarantined', 4: 'quarantined' });
  });

  test('a failed job has only evidence, which joins no output', async () => {
    const file = await place.file('evidence.csv', '1,x\n2,y\n');
    const { id } = await place.parse(file, numbers);
    expect(await replay(id, file)).toMatchObject({ status: 'failed', errors: [{ code: 'REPLAY_IMPOSSIBLE' }] });
  });

  test('a version of the parser with a looser contract recovers rows of an unchanged file', async () => {
    const { file, base } = await given('looser.csv');
    const looser = NUMBERS_PARSER.replace("'value': 'int!'", "'value': 'string'").replace('1.0.0', '1.1.0');
    await place.register(looser);
    const job = await replay(base, file);
    expect(job).toMatchObject({ status: 'completed', result: { recovered: 2, still_quarantined: 0 } });
    const [output] = await place.rows(`SELECT version, content_hash FROM cf_outputs WHERE job_id = '${job.id}'`);
    expect(output).toEqual({ version: '1.1.0', content_hash: file.hash });
    expect(await replay(base, file)).toMatchObject({ status: 'completed', result: { recovered: 0, rows: [] } });
  });

  test('of a parser with several outputs moves each row to its own, and misses an output that is gone', async () => {
    const pairs = await place.register(PAIRS_PARSER);
    const file = await place.file('pairs.csv', '1,10\n2,x\n3,30\n4,40\n');
    const { id } = await place.parse(file, pairs);
    await writeFile(file.path, '1,10\n2,20\n3,30\n4,40\n');
    const renamed = PAIRS_PARSER.replaceAll("'left'", "'links'").replace('1.0.0', '1.1.0');
    await place.register(renamed);
    const payload = { parser: 'pairs', path: file.path, replay_of: id };
    const refused = await jobEnds(place.engine, (await place.engine.enqueue(REPLAY_JOB, payload)).id);
    expect(refused).toMatchObject({ status: 'failed', errors: [{ code: 'REPLAY_IMPOSSIBLE' }] });
    expect(refused.errors[0]?.message).toBe("The rows of 'left' have changed");
    // As many rows in all, but the first of the left output goes to the right one now.
    await place.register(
      PAIRS_PARSER.replace("('left', rows)", "('left', rows[1:])")
        .replace("('right', rows)", "('right', rows[:1] + rows)")
        .replace('1.0.0', '1.1.1'),
    );
    const moved = await jobEnds(place.engine, (await place.engine.enqueue(REPLAY_JOB, payload)).id);
    expect(moved).toMatchObject({ status: 'failed', errors: [{ code: 'REPLAY_IMPOSSIBLE' }] });
    await place.register(PAIRS_PARSER.replace('1.0.0', '1.2.0'));
    const job = await jobEnds(place.engine, (await place.engine.enqueue(REPLAY_JOB, payload)).id);
    expect(job).toMatchObject({
      status: 'completed',
      result: { recovered: 1, rows: [{ output: 'left', row_number: 2 }] },
    });
    expect(await place.filesOf(job.id)).toEqual([`pairs/left/${job.id}-1.jsonl`]);
    expect((await place.visibleIds(file)).sort()).toEqual([1, 1, 2, 2, 3, 3, 4, 4]);
  });

  test('loses no row: all that were ever quarantined are open, recovered, discarded or superseded', async () => {
    const jobs = await place.rows<{ id: string; result: string }>(
      "SELECT id, result FROM cf_jobs WHERE type = 'parse' AND status = 'completed_with_warnings'",
    );
    const expected = jobs.map(({ id, result }) => [
      id,
      (JSON.parse(result) as { rows_quarantined: number }).rows_quarantined,
    ]);
    const rows = await place.rows<{ job_id: string; count: number }>(
      "SELECT job_id, count(*) AS count FROM cf_quarantine WHERE status <> 'evidence' GROUP BY job_id",
    );
    expect(Object.fromEntries(rows.map(({ job_id, count }) => [job_id, count]))).toEqual(Object.fromEntries(expected));
  });
});
