import { describe, expect, test } from 'vitest';
import { commitParse, type ParseCommit } from '../../../src/pipeline/jobs/commit.js';
import { STORES } from '../../cli/store.js';
import { quarantineFile } from '../quarantine/quarantine-file.js';
import { useFileRows } from '../staging/file-rows.js';

const SIGNATURE = { sizeBytes: 99, modifiedUs: 98, changedUs: 97, inode: 1n };

describe.each(STORES)('the commit of a parse job on %s', (kind) => {
  const rows = useFileRows(kind);
  const commit = (fileId: string, more: Partial<ParseCommit> = {}): ParseCommit => ({
    ...{ jobId: 'new', fileId, parser: 'sales', version: '2', sourceHash: 'source 2', contentHash: 'content 2' },
    ...{ dataset: null, source: `/in/${fileId}`, quarantines: [], corrections: [], renewed: null },
    skipped: { count: 0, lines: [], file: null },
    outputs: [{ output: 'o', path: 'new.csv', format: 'csv', rows: 1, bytes: 1, sha256: 'h' }],
    ...more,
  });
  const committed = (what: ParseCommit) => rows.database.transaction((tx) => commitParse(tx, what));

  test('a commit supersedes the rows of its file and parser, and no others', async () => {
    for (const id of ['a', 'b']) await rows.file(id);
    await rows.parse('a', 'sales', 'new');
    await rows.parse('b', 'sales', 'copied');
    for (const [id, parser] of [
      ['a', 'sales'],
      ['a', 'audit'],
      ['b', 'sales'],
    ] as const) {
      await rows.output(id, parser, `old ${id} ${parser}`);
      await rows.badRow(id, parser, `old ${id} ${parser}`);
    }
    await committed(commit('a'));
    expect(await rows.current()).toEqual(['a audit old a audit', 'a sales new', 'b sales old b sales']);
    const superseded = await rows
      .builder()
      .selectFrom('cf_quarantine')
      .selectAll()
      .where('status', '=', 'superseded')
      .execute();
    expect(superseded).toMatchObject([{ file_id: 'a', parser: 'sales', resolved_by: 'new' }]);
    const [parsed] = await rows.builder().selectFrom('cf_file_parses').selectAll().where('file_id', '=', 'a').execute();
    expect(parsed).toMatchObject({ version: '2', source_hash: 'source 2', content_hash: 'content 2', dataset: null });
    expect(await rows.unplanned()).toEqual([]);
  });

  test('a commit of a registered parser also replaces what the built-in readers made of the file', async () => {
    await rows.file('a');
    await rows.parse('a', 'sales', 'new');
    await rows.output('a', 'builtin', 'old');
    await committed(commit('a'));
    expect(await rows.current()).toEqual(['a sales new']);
  });

  test('a commit of the built-in readers leaves the rows of a registered parser', async () => {
    await rows.file('a');
    await rows.parse('a', 'builtin', 'new', { dataset: 'd' });
    await rows.output('a', 'sales', 'old');
    await rows.output('a', 'builtin', 'older');
    await committed(commit('a', { parser: 'builtin', dataset: 'd' }));
    expect(await rows.current()).toEqual(['a builtin new', 'a sales old']);
  });

  test('a commit supersedes rows of the quarantine when no output is current', async () => {
    await rows.file('a');
    await rows.parse('a', 'sales', 'new');
    await rows.badRow('a', 'sales', 'old');
    await rows.badRow('a', 'sales', 'new', 'evidence');
    await committed(commit('a'));
    const bad = await rows.builder().selectFrom('cf_quarantine').selectAll().execute();
    expect(bad).toMatchObject([{ job_id: 'old', status: 'superseded' }]);
  });

  test('a commit releases the copies that stood on the rows it replaces', async () => {
    for (const id of ['a', 'b', 'c']) await rows.file(id);
    await rows.parse('a', 'sales', 'new');
    await rows.parse('b', 'sales', 'old');
    await rows.parse('c', 'sales', 'another');
    await rows.output('a', 'sales', 'old');
    await committed(commit('a'));
    expect(await rows.parses()).toEqual(['a sales new', 'c sales another']);
    expect(await rows.unplanned()).toEqual(['b']);
  });

  test('a commit of other content than was scanned releases the copies of the old content', async () => {
    for (const id of ['a', 'b', 'c']) await rows.file(id);
    await rows.parse('a', 'sales', 'new');
    await rows.parse('b', 'sales', 'new', { content: 'content 1' });
    await rows.parse('c', 'sales', 'new', { content: 'content 2' });
    await committed(commit('a', { renewed: SIGNATURE }));
    expect(await rows.parses()).toEqual(['a sales new', 'c sales new']);
    expect(await rows.unplanned()).toEqual(['a', 'b']);
    expect((await rows.files())[0]).toMatchObject({ hash: 'content 2', size_bytes: 99 });
  });

  test('a commit of the content that was scanned keeps its copies and their plan', async () => {
    for (const id of ['a', 'b']) await rows.file(id);
    await rows.parse('a', 'sales', 'new');
    await rows.parse('b', 'sales', 'new', { content: 'content 1' });
    await committed(commit('a'));
    expect(await rows.parses()).toEqual(['a sales new', 'b sales new']);
    expect(await rows.unplanned()).toEqual([]);
    expect((await rows.files())[0]).toMatchObject({ hash: 'hash of a' });
  });

  test('a commit records its quarantined rows', async () => {
    await rows.file('a');
    const path = await quarantineFile([{ row: 4 }]);
    await committed(commit('a', { quarantines: [{ output: 'o', path } as never] }));
    const bad = await rows.builder().selectFrom('cf_quarantine').selectAll().execute();
    const owner = { job_id: 'new', file_id: 'a', parser: 'sales', output: 'o', source: '/in/a' };
    expect(bad).toMatchObject([{ ...owner, row_number: 4, status: 'quarantined' }]);
    expect(await rows.parses()).toEqual(['a sales new']);
  });

  test.each([null, 'd'])('a commit for a file that another job stands for is refused, dataset %s', async (dataset) => {
    await rows.file('a');
    const parser = dataset === null ? 'sales' : 'builtin';
    await rows.parse('a', parser, 'later', dataset === null ? {} : { dataset });
    await rows.parse('b', parser, 'new', dataset === null ? {} : { dataset });
    await expect(committed(commit('a', { parser, dataset }))).rejects.toMatchObject({
      ...{ code: 'INPUT_CHANGED', phase: 'Output', retryable: true },
    });
    expect(await rows.parses()).toEqual([`a ${parser} later`, `b ${parser} new`]);
    expect(await rows.current()).toEqual([]);
  });

  test('a commit of the built-in readers without a plan is refused, that of a parser is not', async () => {
    await rows.file('a');
    await expect(committed(commit('a', { parser: 'builtin', dataset: 'd' }))).rejects.toMatchObject({
      code: 'INPUT_CHANGED',
    });
    await committed(commit('a'));
    expect(await rows.current()).toEqual(['a sales new']);
  });

  describe('takes turns with scans and planners', () => {
    /** Locking the revision makes its row where there is none. */
    const hasLocked = async (more: Partial<ParseCommit> = {}): Promise<boolean> => {
      await rows.database.query('DELETE FROM cf_routing');
      await committed(commit('a', more));
      return (await rows.database.query('SELECT tenant FROM cf_routing')).length > 0;
    };

    test('where it replaces rows or renews its file', async () => {
      await rows.file('a');
      await rows.output('a', 'sales', 'old');
      expect(await hasLocked()).toBe(true);
      expect(await hasLocked({ outputs: [] })).toBe(false);
      expect(await hasLocked({ outputs: [], renewed: SIGNATURE })).toBe(true);
    });

    test('where it replaces rows of the quarantine', async () => {
      await rows.file('a');
      await rows.badRow('a', 'sales', 'old');
      expect(await hasLocked()).toBe(true);
    });

    test('not where rows belong to others, to itself or to the past', async () => {
      await rows.file('a');
      await rows.output('a', 'audit', 'old');
      await rows.output('b', 'sales', 'old');
      await rows.output('a', 'sales', 'new');
      await rows.output('a', 'sales', 'older', { isSuperseded: true });
      await rows.badRow('a', 'audit', 'old');
      await rows.badRow('b', 'sales', 'old');
      expect(await hasLocked()).toBe(false);
      await rows.database.query(`UPDATE cf_outputs SET tenant = 'another', file_id = 'a', parser = 'sales'`);
      await rows.database.query(`UPDATE cf_quarantine SET tenant = 'another', file_id = 'a', parser = 'sales'`);
      expect(await hasLocked()).toBe(false);
    });
  });
});
