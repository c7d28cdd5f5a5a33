import { describe, expect, test } from 'vitest';
import type { JobStatus } from '../../../src/engine/index.js';
import { PARSE_JOB } from '../../../src/pipeline/index.js';
import { enqueueParses } from '../../../src/pipeline/routing/enqueue-parses.js';
import {
  releaseToParsers,
  recordParses,
  jobsOfCopies,
  sharedJobKey,
  type WantedParse,
  withOwnRows,
  withoutJob,
} from '../../../src/pipeline/routing/wanted-parses.js';
import { newId } from '../../../src/platform/index.js';
import { STORES } from '../../cli/store.js';
import { fileRows } from '../staging/file-rows.js';
import { ANY_PARSE, useRouting } from './routing.js';
import { rowsOfTenant } from '../staging/tenant.js';

function wanted(id: string, name: string, { hash = 'content', dataset }: { hash?: string; dataset?: string } = {}) {
  const parser = { name, version: '2', sourceHash: 's2', ...(dataset === undefined ? {} : { dataset }) };
  return { file: { id, path: `/in/${id}`, hash, tags: '[]' }, parser } satisfies WantedParse;
}

describe.each(STORES)('parses that are wanted, on %s', (kind) => {
  const routing = useRouting(kind);
  const rows = fileRows(() => rowsOfTenant(routing.engine));

  test('are open without a job for this file, parser, content and dataset', async () => {
    await rows.parse('a', 'sales', 'job-1');
    await rows.parse('a', 'builtin', 'job-2', { dataset: 'd' });
    await rows.parse('b', 'audit', 'job-3');
    const open = [
      wanted('a', 'audit'),
      wanted('a', 'sales', { hash: 'other' }),
      wanted('a', 'sales', { dataset: 'd' }),
      wanted('a', 'builtin'),
      wanted('a', 'builtin', { dataset: 'e' }),
      wanted('b', 'sales'),
    ];
    const done = [wanted('a', 'sales'), wanted('a', 'builtin', { dataset: 'd' })];
    expect(await withoutJob(rows.database, [...done, ...open])).toEqual(open);
    expect(await withoutJob(rows.database, [])).toEqual([]);
  });

  test.each([
    ['pending', true],
    ['running', true],
    ['completed', true],
    ['completed_with_warnings', true],
    ['failed', false],
    ['cancelled', false],
  ] satisfies [JobStatus, boolean][])('may stand on a job that is %s: %s', async (status, stands) => {
    const { id } = await routing.engine.enqueue(PARSE_JOB, ANY_PARSE);
    await routing.become(id, status);
    await rows.parse('a', 'sales', id);
    const standing = await jobsOfCopies(rows.database, [wanted('copy', 'sales')]);
    expect([...standing.keys()]).toEqual(stands ? [sharedJobKey(wanted('a', 'sales'))] : []);
  });

  test('stand on a pruned job only while it has current rows', async () => {
    const [current, superseded, without] = [newId(), newId(), newId()];
    await rows.parse('a', 'sales', current, { content: 'A' });
    await rows.parse('b', 'sales', superseded, { content: 'B' });
    await rows.parse('c', 'sales', without, { content: 'C' });
    await rows.output('a', 'sales', current);
    await rows.output('b', 'sales', superseded, { isSuperseded: true });
    const copies = ['A', 'B', 'C'].map((hash) => wanted('copy', 'sales', { hash }));
    const standing = await jobsOfCopies(rows.database, copies);
    expect([...standing.values()]).toMatchObject([{ job_id: current, version: '1', source_hash: 's' }]);
  });

  test('stand on the newest job of the same parser, content and dataset', async () => {
    const job = async (): Promise<string> => (await routing.engine.enqueue(PARSE_JOB, ANY_PARSE)).id;
    const [old, newer, audit, other, dataset] = [await job(), await job(), await job(), await job(), await job()];
    await rows.parse('b', 'sales', newer);
    await rows.parse('a', 'sales', old);
    await rows.parse('a', 'audit', audit);
    await rows.parse('c', 'sales', other, { content: 'other' });
    await rows.parse('d', 'sales', dataset, { dataset: 'd' });
    const copy = wanted('copy', 'sales');
    const standing = await jobsOfCopies(rows.database, [copy]);
    expect(standing.get(sharedJobKey(copy))?.job_id).toBe(newer);
    expect(standing.get(sharedJobKey(wanted('copy', 'sales', { dataset: 'd' })))?.job_id).toBe(dataset);
    expect(standing.size).toBe(2);
  });

  test('have rows of their own when an output of the file and parser is current', async () => {
    await rows.output('a', 'sales', 'job-1');
    await rows.output('b', 'sales', 'job-2', { isSuperseded: true });
    await rows.output('c', 'audit', 'job-3');
    const all = ['a', 'b', 'c'].map((id) => wanted(id, 'sales'));
    expect([...(await withOwnRows(rows.database, all))]).toEqual([all[0]]);
  });

  test('are recorded in the place of earlier ones', async () => {
    await rows.parse('a', 'sales', 'job-1');
    await rows.parse('a', 'audit', 'job-2');
    await recordParses(rows.database, []);
    const row = { version: '2', source_hash: 's2', content_hash: 'new' };
    await recordParses(rows.database, [
      { file_id: 'a', parser: 'sales', job_id: 'job-3', dataset: null, ...row },
      { file_id: 'b', parser: 'builtin', job_id: 'job-4', dataset: 'd', ...row },
    ]);
    const parses = await routing.parses();
    expect(parses).toHaveLength(3);
    expect(parses).toMatchObject([
      { parser: 'audit', job_id: 'job-2', version: '1' },
      { parser: 'builtin', job_id: 'job-4', dataset: 'd', ...row },
      { parser: 'sales', job_id: 'job-3', dataset: null, ...row },
    ]);
  });

  test('by registered parsers take their files from the built-in readers, and no other files', async () => {
    for (const id of ['a', 'b']) await rows.parse(id, 'builtin', 'job', { dataset: 'd' });
    await rows.parse('a', 'sales', 'job');
    await releaseToParsers(rows.database, []);
    expect(await rows.parses()).toHaveLength(3);
    await releaseToParsers(rows.database, [wanted('a', 'sales').file]);
    expect(await rows.parses()).toEqual(['a sales job', 'b builtin job']);
  });

  test('are enqueued in their order, also more than 1,000', async () => {
    const many = Array.from({ length: 1_001 }, (_, index) => wanted(`file ${index}`, 'sales'));
    many.push(wanted('last', 'builtin', { dataset: 'd' }));
    const jobs = await rowsOfTenant(routing.engine).transaction((tx) => enqueueParses(routing.engine, tx, many));
    const payloads = new Map((await routing.jobs()).map(({ id, payload }) => [id, payload]));
    expect(payloads.size).toBe(1_002);
    expect(jobs.map(({ job_id }) => payloads.get(job_id))).toMatchObject(
      many.map(({ file }) => ({ file_id: file.id, path: file.path })),
    );
    expect(jobs[0]).toMatchObject({ version: '2', source_hash: 's2' });
    const payload = { parser: 'sales', version: '2', source_hash: 's2', content_hash: 'content' };
    expect(payloads.get(jobs[0]!.job_id)).toEqual({ ...payload, file_id: 'file 0', path: '/in/file 0' });
    expect(payloads.get(jobs.at(-1)!.job_id)).toMatchObject({ parser: 'builtin', dataset: 'd' });
  });
});
