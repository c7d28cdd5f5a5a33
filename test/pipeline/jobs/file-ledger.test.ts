import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Database, queryBuilder } from '../../../src/database/index.js';
import { commitParse, type ParseCommit } from '../../../src/pipeline/jobs/commit.js';
import { keepEvidence } from '../../../src/pipeline/jobs/evidence.js';
import { ledgerOf, markMissing, releaseCopies, renewFile } from '../../../src/pipeline/jobs/file-ledger.js';
import { forgetMissing, isOvertaken, standAside } from '../../../src/pipeline/jobs/standing.js';
import type { PipelineSchema, QuarantineStatus } from '../../../src/pipeline/schema/tables.js';
import { CasparianError } from '../../../src/platform/index.js';
import { freshStore, STORES } from '../../cli/store.js';
import { quarantineFile } from '../quarantine/quarantine-file.js';

const SIGNATURE = { sizeBytes: 99, modifiedUs: 98, changedUs: 97, inode: 1n };

describe.each(STORES)('the ledger of files on %s', (kind) => {
  const undo: (() => Promise<void>)[] = [];
  let database: Database;
  beforeAll(async () => {
    ({ database } = (await freshStore(kind, (step) => undo.unshift(step))).engine);
  });
  beforeEach(async () => {
    for (const table of ['cf_files', 'cf_file_parses', 'cf_outputs', 'cf_quarantine']) {
      await database.query(`DELETE FROM ${table}`);
    }
  });
  afterAll(async () => {
    for (const step of undo) await step();
  });

  const builder = () => queryBuilder<PipelineSchema>(database);
  const file = async (id: string): Promise<void> => {
    const times = { discovered_at: 1, scanned_at: 1, missing_at: null, planned_revision: 7 };
    const content = { hash: `hash of ${id}`, size_bytes: 1, modified_us: 2, changed_us: 3 };
    await builder()
      .insertInto('cf_files')
      .values({ id, path: `/in/${id}`, ...content, tags: '[]', ...times })
      .execute();
  };
  const parse = async (
    fileId: string,
    parser: string,
    jobId: string,
    more: { content?: string; dataset?: string } = {},
  ): Promise<void> => {
    const made = { content_hash: more.content ?? 'content', version: '1', source_hash: 's', job_id: jobId };
    await builder()
      .insertInto('cf_file_parses')
      .values({ file_id: fileId, parser, ...made, dataset: more.dataset ?? null })
      .execute();
  };
  let outputs = 0;
  const output = async (fileId: string, parser: string, jobId: string): Promise<void> => {
    const made = { version: '1', source_hash: 's', content_hash: 'c', output: 'o', path: `${jobId}-${++outputs}` };
    const written = { format: 'csv', row_count: 1, size_bytes: 1, sha256: 'h', created_at: 1 };
    await builder()
      .insertInto('cf_outputs')
      .values({ id: `${outputs}`, job_id: jobId, file_id: fileId, parser, ...made, ...written, ...CURRENT })
      .execute();
  };
  let quarantined = 0;
  const badRow = async (
    fileId: string,
    parser: string,
    jobId: string,
    status: QuarantineStatus = 'quarantined',
  ): Promise<void> => {
    const row = { row_number: 1, column_name: null, error_type: 't', error_message: 'm', errors: '[]', raw_data: '{}' };
    const open = { created_at: 1, resolved_at: null, resolved_by: null, reason: null };
    const of = { job_id: jobId, file_id: fileId, parser, output: 'o', source: '/in' };
    await builder()
      .insertInto('cf_quarantine')
      .values({ id: `${++quarantined}`, ...of, ...row, status, ...open })
      .execute();
  };
  const files = () => builder().selectFrom('cf_files').selectAll().orderBy('id').execute();
  const parses = async (): Promise<string[]> => {
    const rows = await builder().selectFrom('cf_file_parses').selectAll().orderBy('file_id').orderBy('parser').execute();
    return rows.map((row) => `${row.file_id} ${row.parser} ${row.job_id}`);
  };
  const current = async (): Promise<string[]> => {
    const rows = await builder().selectFrom('cf_outputs').selectAll().where('superseded_at', 'is', null).execute();
    return rows.map((row) => `${row.file_id} ${row.parser} ${row.job_id}`).sort();
  };
  const unplanned = async (): Promise<string[]> =>
    (await files()).filter((row) => row.planned_revision === 0).map(({ id }) => id);

  test('names the job that stands for a file and a parser, and no other', async () => {
    for (const id of ['a', 'b', 'c']) await file(id);
    await parse('a', 'sales', 'job-1');
    await parse('a', 'audit', 'job-2');
    await parse('b', 'sales', 'job-3');
    const recorded = { hash: 'hash of a', size_bytes: 1, modified_us: 2, changed_us: 3 };
    expect(await ledgerOf(database, 'a', 'sales')).toEqual({ file: recorded, standing: { job_id: 'job-1' } });
    expect(await ledgerOf(database, 'a', 'audit')).toEqual({ file: recorded, standing: { job_id: 'job-2' } });
    expect((await ledgerOf(database, 'b', 'sales')).standing).toEqual({ job_id: 'job-3' });
    expect(await ledgerOf(database, 'c', 'sales')).toMatchObject({ file: { hash: 'hash of c' }, standing: undefined });
    expect(await ledgerOf(database, 'no such', 'sales')).toEqual({ file: undefined, standing: undefined });
  });

  test('takes over what a file looks like now, and has it planned again', async () => {
    for (const id of ['a', 'b']) await file(id);
    await database.transaction((tx) => renewFile(tx, 'a', 'new', SIGNATURE));
    const renewed = { hash: 'new', size_bytes: 99, modified_us: 98, changed_us: 97, planned_revision: 0 };
    expect(await files()).toMatchObject([renewed, { hash: 'hash of b', size_bytes: 1, planned_revision: 7 }]);
  });

  test('marks one file as missing', async () => {
    for (const id of ['a', 'b']) await file(id);
    await database.transaction((tx) => markMissing(tx, 'a'));
    const [gone, other] = await files();
    expect(gone?.missing_at).toBeGreaterThan(1);
    expect(gone?.planned_revision).toBe(0);
    expect(other).toMatchObject({ missing_at: null, planned_revision: 7 });
  });

  test('releases the copies that stand on a job, and has them planned again', async () => {
    for (const id of ['a', 'b', 'c', 'd']) await file(id);
    await parse('a', 'sales', 'job-1', { content: 'x' });
    await parse('b', 'sales', 'job-1', { content: 'y' });
    await parse('c', 'sales', 'job-2', { content: 'y' });
    await parse('d', 'sales', 'job-1', { content: 'z' });
    await database.transaction((tx) =>
      releaseCopies(tx, { jobIds: ['job-1'], exceptFile: 'a', exceptContent: 'z' }),
    );
    expect(await parses()).toEqual(['a sales job-1', 'c sales job-2', 'd sales job-1']);
    expect(await unplanned()).toEqual(['b']);
    await database.transaction((tx) => releaseCopies(tx, { jobIds: ['job-3'] }));
    expect(await unplanned()).toEqual(['b']);
    await database.transaction((tx) => releaseCopies(tx, { jobIds: ['job-1', 'job-2'] }));
    expect(await parses()).toEqual([]);
    expect(await unplanned()).toEqual(['a', 'b', 'c', 'd']);
  });

  const payload = (fileId: string) => ({ file_id: fileId, content_hash: 'hash', parser: 'sales', path: '/in/a' }) as never;
  const context = (jobId: string) =>
    ({ job: { id: jobId }, transaction: (work: never) => database.transaction(work) }) as never;

  test('a job that steps aside keeps its file, and releases the copies', async () => {
    for (const id of ['a', 'b', 'c']) await file(id);
    for (const id of ['a', 'b']) await parse(id, 'sales', 'job-1');
    await parse('c', 'sales', 'job-2');
    const outcome = standAside(payload('a'), context('job-1'));
    expect(outcome).toMatchObject({ result: { already_processed: true, content_hash: 'hash' } });
    const { effects } = outcome as unknown as { effects: { write(tx: unknown): Promise<void> } };
    await database.transaction((tx) => effects.write(tx));
    expect(await parses()).toEqual(['a sales job-1', 'c sales job-2']);
    expect(await unplanned()).toEqual(['b']);
  });

  test('a job whose file is gone marks it and releases all that stand on it', async () => {
    for (const id of ['a', 'b', 'c']) await file(id);
    for (const id of ['a', 'b']) await parse(id, 'sales', 'job-1');
    await parse('c', 'sales', 'job-2');
    const gone = new CasparianError('INPUT_NOT_FOUND', 'gone');
    await expect(forgetMissing(gone, payload('a'), context('job-1'))).rejects.toBe(gone);
    expect(await parses()).toEqual(['c sales job-2']);
    expect((await files()).map(({ missing_at }) => missing_at !== null)).toEqual([true, false, false]);
  });

  test('a job that fails for another reason keeps its file', async () => {
    await file('a');
    await parse('a', 'sales', 'job-1');
    for (const error of [new CasparianError('INPUT_UNREADABLE', 'no'), new Error('a bug')]) {
      await expect(forgetMissing(error, payload('a'), context('job-1'))).rejects.toBe(error);
    }
    expect(await parses()).toEqual(['a sales job-1']);
    expect(await files()).toMatchObject([{ missing_at: null, planned_revision: 7 }]);
  });

  test('a failed job keeps 1,000 rows of each output as evidence', async () => {
    const path = await quarantineFile(Array.from({ length: 1_001 }, (_, row) => ({ row })));
    const few = await quarantineFile([{ row: 1 }]);
    await keepEvidence(context('job-1'), payload('a'), { quarantines: [] } as never);
    await keepEvidence(context('job-1'), payload('a'), {
      quarantines: [
        { output: 'many', path },
        { output: 'few', path: few },
      ],
    } as never);
    const kept = await database.query(`SELECT job_id, file_id, parser, source, status, output, count(*) AS rows
      FROM cf_quarantine GROUP BY job_id, file_id, parser, source, status, output ORDER BY output`);
    const owner = { job_id: 'job-1', file_id: 'a', parser: 'sales', source: '/in/a', status: 'evidence' };
    expect(kept).toEqual([
      { ...owner, output: 'few', rows: 1 },
      { ...owner, output: 'many', rows: 1_000 },
    ]);
  });

  const commit = (fileId: string, more: Partial<ParseCommit> = {}): ParseCommit => ({
    ...{ jobId: 'new', fileId, parser: 'sales', version: '2', sourceHash: 'source 2', contentHash: 'content 2' },
    ...{ dataset: null, source: `/in/${fileId}`, quarantines: [], renewed: null },
    outputs: [{ output: 'o', path: 'new.csv', format: 'csv', rows: 1, bytes: 1, sha256: 'h' }],
    ...more,
  });
  const committed = (what: ParseCommit): Promise<void> => database.transaction((tx) => commitParse(tx, what));

  test('a commit supersedes the rows of its file and parser, and no others', async () => {
    for (const id of ['a', 'b']) await file(id);
    await parse('a', 'sales', 'new');
    await parse('b', 'sales', 'copied');
    for (const [id, parser] of [
      ['a', 'sales'],
      ['a', 'audit'],
      ['b', 'sales'],
    ] as const) {
      await output(id, parser, `old ${id} ${parser}`);
      await badRow(id, parser, `old ${id} ${parser}`);
    }
    await committed(commit('a'));
    expect(await current()).toEqual(['a audit old a audit', 'a sales new', 'b sales old b sales']);
    const superseded = await builder().selectFrom('cf_quarantine').selectAll().where('status', '=', 'superseded').execute();
    expect(superseded).toMatchObject([{ file_id: 'a', parser: 'sales', resolved_by: 'new' }]);
    const [parsed] = await builder().selectFrom('cf_file_parses').selectAll().where('file_id', '=', 'a').execute();
    expect(parsed).toMatchObject({ version: '2', source_hash: 'source 2', content_hash: 'content 2', dataset: null });
    expect(await unplanned()).toEqual([]);
  });

  test('a commit of a registered parser also replaces what the built-in readers made of the file', async () => {
    await file('a');
    await parse('a', 'sales', 'new');
    await output('a', 'builtin', 'old');
    await committed(commit('a'));
    expect(await current()).toEqual(['a sales new']);
  });

  test('a commit of the built-in readers leaves the rows of a registered parser', async () => {
    await file('a');
    await parse('a', 'builtin', 'new', { dataset: 'd' });
    await output('a', 'sales', 'old');
    await output('a', 'builtin', 'older');
    await committed(commit('a', { parser: 'builtin', dataset: 'd' }));
    expect(await current()).toEqual(['a builtin new', 'a sales old']);
  });

  test('a commit supersedes rows of the quarantine when no output is current', async () => {
    await file('a');
    await parse('a', 'sales', 'new');
    await badRow('a', 'sales', 'old');
    await badRow('a', 'sales', 'new', 'evidence');
    await committed(commit('a'));
    const rows = await builder().selectFrom('cf_quarantine').selectAll().execute();
    expect(rows).toMatchObject([{ job_id: 'old', status: 'superseded' }]);
  });

  test('a commit releases the copies that stood on the rows it replaces', async () => {
    for (const id of ['a', 'b', 'c']) await file(id);
    await parse('a', 'sales', 'new');
    await parse('b', 'sales', 'old');
    await parse('c', 'sales', 'another');
    await output('a', 'sales', 'old');
    await committed(commit('a'));
    expect(await parses()).toEqual(['a sales new', 'c sales another']);
    expect(await unplanned()).toEqual(['b']);
  });

  test('a commit of other content than was scanned releases the copies of the old content', async () => {
    for (const id of ['a', 'b', 'c']) await file(id);
    await parse('a', 'sales', 'new');
    await parse('b', 'sales', 'new', { content: 'content 1' });
    await parse('c', 'sales', 'new', { content: 'content 2' });
    await committed(commit('a', { renewed: SIGNATURE }));
    expect(await parses()).toEqual(['a sales new', 'c sales new']);
    expect(await unplanned()).toEqual(['a', 'b']);
    expect((await files())[0]).toMatchObject({ hash: 'content 2', size_bytes: 99 });
  });

  test('a commit of the content that was scanned keeps its copies and their plan', async () => {
    for (const id of ['a', 'b']) await file(id);
    await parse('a', 'sales', 'new');
    await parse('b', 'sales', 'new', { content: 'content 1' });
    await committed(commit('a'));
    expect(await parses()).toEqual(['a sales new', 'b sales new']);
    expect(await unplanned()).toEqual([]);
    expect((await files())[0]).toMatchObject({ hash: 'hash of a' });
  });

  test('a commit records its quarantined rows', async () => {
    await file('a');
    const path = await quarantineFile([{ row: 4 }]);
    await committed(commit('a', { quarantines: [{ output: 'o', path } as never] }));
    const rows = await builder().selectFrom('cf_quarantine').selectAll().execute();
    const owner = { job_id: 'new', file_id: 'a', parser: 'sales', output: 'o', source: '/in/a' };
    expect(rows).toMatchObject([{ ...owner, row_number: 4, status: 'quarantined' }]);
    expect(await parses()).toEqual(['a sales new']);
  });

  test.each([null, 'd'])('a commit for a file that another job stands for is refused, dataset %s', async (dataset) => {
    await file('a');
    const parser = dataset === null ? 'sales' : 'builtin';
    await parse('a', parser, 'later', dataset === null ? {} : { dataset });
    await parse('b', parser, 'new', dataset === null ? {} : { dataset });
    await expect(committed(commit('a', { parser, dataset }))).rejects.toMatchObject({
      ...{ code: 'INPUT_CHANGED', phase: 'Output', retryable: true },
    });
    expect(await parses()).toEqual([`a ${parser} later`, `b ${parser} new`]);
    expect(await current()).toEqual([]);
  });

  test('a commit of the built-in readers without a plan is refused, that of a parser is not', async () => {
    await file('a');
    await expect(committed(commit('a', { parser: 'builtin', dataset: 'd' }))).rejects.toMatchObject({
      code: 'INPUT_CHANGED',
    });
    await committed(commit('a'));
    expect(await current()).toEqual(['a sales new']);
  });
});

const CURRENT = { superseded_at: null, superseded_by: null };

test.each([
  [undefined, 'builtin', true],
  [undefined, 'sales', false],
  ['job-1', 'builtin', false],
  ['job-1', 'sales', false],
  ['job-2', 'builtin', true],
  ['job-2', 'sales', true],
])('with %s in the ledger, job-1 of %s is overtaken: %s', (standing, parser, overtaken) => {
  const row = standing === undefined ? undefined : { job_id: standing };
  expect(isOvertaken(row, { parser }, { job: { id: 'job-1' } } as never)).toBe(overtaken);
});
