import { existsSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { PARSE_JOB, type ParsePayload } from '../../../src/pipeline/index.js';
import type { RegisteredParser } from '../../../src/pipeline/registry/registered-parser.js';
import { STORES } from '../../cli/store.js';
import { jobEnds, jobIs } from '../../engine/staging/workers.js';
import { PATIENCE_MS } from '../../services/wait-until.js';
import { NUMBERS_PARSER, useWorkplace } from './workplace.js';
import { TENANT } from '../staging/tenant.js';
import { hintText } from '../../../src/cli/output/hint-text.js';

describe.each(STORES)('a parse job on %s', (kind) => {
  const place = useWorkplace(kind, { sandbox: 'off' });
  let numbers: RegisteredParser;
  beforeAll(async () => {
    numbers = await place.register(NUMBERS_PARSER);
  });

  /** Folders of a run are removed once its job has ended. */
  const nothingStaysStaged = (): Promise<void> =>
    expect.poll(() => readdir(join(place.home, 'staging')), { timeout: PATIENCE_MS }).toEqual([]);

  test('completes, and its rows are registered with their origin', async () => {
    const file = await place.file('good.csv', '1,10\n2,20\n');
    const job = await place.parse(file, numbers);
    expect(job).toMatchObject({
      status: 'completed',
      result: { rows_in: 2, rows_valid: 2, rows_quarantined: 0, content_hash: file.hash },
    });
    expect(await place.visibleIds(file)).toEqual([1, 2]);
    const [output] = await place.rows<Record<string, unknown>>(`SELECT * FROM cf_outputs WHERE job_id = '${job.id}'`);
    expect(output).toMatchObject({
      ...{ parser: 'numbers', version: '1.0.0', output: 'numbers', format: 'jsonl', row_count: 2 },
      ...{ source_hash: numbers.sourceHash, content_hash: file.hash, superseded_at: null },
      path: `numbers/numbers/${job.id}-1.jsonl`,
    });
    const text = await readFile(join(place.home, 'output', String(output!['path'])), 'utf8');
    expect(JSON.parse(text.split('\n')[0]!)).toMatchObject({
      ...{ _cf_source: file.path, _cf_row: 1, _cf_job_id: job.id, _cf_parser: 'numbers@1.0.0' },
    });
    await nothingStaysStaged();
    expect(existsSync(join(place.home, 'logs', job.id))).toBe(false);
  });

  test('completes with warnings when rows are quarantined, and nothing of them stays staged', async () => {
    const job = await place.parse(await place.file('mixed.csv', '1,10\n2,x\n3,30\n'), numbers);
    expect(job).toMatchObject({
      status: 'completed_with_warnings',
      result: { rows_in: 3, rows_valid: 2, rows_quarantined: 1, warnings: ['1 row quarantined'] },
    });
    const quarantined = await place.rows(`SELECT row_number, status FROM cf_quarantine WHERE job_id = '${job.id}'`);
    expect(quarantined).toEqual([{ row_number: 2, status: 'quarantined' }]);
    await nothingStaysStaged();
  });

  test('fails for good with the place in the parser, and publishes nothing', async () => {
    const file = await place.file('raises.csv', '1,10\n!raise\n');
    const job = await place.parse(file, numbers);
    expect(job).toMatchObject({ status: 'failed', attempts: 1, result: null });
    expect(job.errors[0]).toMatchObject({ code: 'PARSER_EXCEPTION', phase: 'Execution' });
    expect(job.errors[0]!.message).toMatch(
      /^ValueError: no such luck\n {2}File "parser.py", line 13\n {4}raise ValueError/,
    );
    expect(job.errors[0]!.detail).toContain('Traceback');
    expect(hintText(job.errors[0]!.next![0]!)).toBe(`See what it printed: casparian job logs ${job.id}`);
    expect(await place.visibleIds(file)).toEqual([]);
    expect(await place.filesOf(job.id)).toEqual([]);
  });

  test('that fails for its rows keeps some of them as evidence, also when it is tried again', async () => {
    const file = await place.file('bad.csv', '1,x\n2,y\n3,30\n');
    const failed = await place.parse(file, numbers);
    expect(failed).toMatchObject({ status: 'failed', errors: [{ code: 'QUARANTINE_LIMIT', phase: 'Contract' }] });
    await place.engine.retry(failed.id);
    await jobIs(place.engine, failed.id, ({ status, errors }) => status === 'failed' && errors.length === 2);
    const evidence = await place.rows(`SELECT row_number, status FROM cf_quarantine WHERE job_id = '${failed.id}'`);
    expect(evidence).toEqual([1, 2].map((row_number) => ({ row_number, status: 'evidence' })));
    expect(await place.filesOf(failed.id)).toEqual([]);
  });

  test('of a changed file supersedes the rows of the one before, and its quarantine', async () => {
    const before = await place.parse(await place.file('daily.csv', '1,10\n2,x\n3,30\n'), numbers);
    const file = await place.file('daily.csv', '4,40\n5,50\n');
    const after = await place.parse(file, numbers);
    expect(await place.visibleIds(file)).toEqual([4, 5]);
    const [old] = await place.rows(`SELECT superseded_by FROM cf_outputs WHERE job_id = '${before.id}'`);
    expect(old).toEqual({ superseded_by: after.id });
    const [row] = await place.rows(`SELECT status, resolved_by FROM cf_quarantine WHERE job_id = '${before.id}'`);
    expect(row).toEqual({ status: 'superseded', resolved_by: after.id });
    expect(await place.filesOf(before.id)).toHaveLength(1);
  });

  test('of a changed file lets go of its copies, which are planned for themselves', async () => {
    const first = await place.file('first.csv', '1,1\n');
    const copy = await place.file('copy.csv', '1,1\n');
    const job = await place.parse(first, numbers);
    const { name, version, sourceHash } = numbers;
    const row = [TENANT, copy.id, name, copy.hash, version, sourceHash, job.id].map((value) => `'${value}'`).join(', ');
    await place.engine.database.script(`INSERT INTO cf_file_parses
      (tenant, file_id, parser, content_hash, version, source_hash, job_id) VALUES (${row});
      UPDATE cf_files SET planned_revision = 7 WHERE id = '${copy.id}'`);
    await place.parse(await place.file('first.csv', '2,2\n'), numbers);
    expect(await place.rows(`SELECT 1 FROM cf_file_parses WHERE file_id = '${copy.id}'`)).toEqual([]);
    const [file] = await place.rows(`SELECT planned_revision FROM cf_files WHERE id = '${copy.id}'`);
    expect(file).toEqual({ planned_revision: 0 });
  });

  test('reads what is there when it runs, and writes that down', async () => {
    const file = await place.file('late.csv', '1,1\n');
    await writeFile(file.path, '7,7\n8,8\n');
    const job = await place.parse(file, numbers);
    expect(await place.visibleIds(file)).toEqual([7, 8]);
    const { content_hash } = job.result as { content_hash: string };
    expect(content_hash).not.toBe(file.hash);
    const [recorded] = await place.rows(
      `SELECT hash, size_bytes, planned_revision FROM cf_files WHERE id = '${file.id}'`,
    );
    expect(recorded).toEqual({ hash: content_hash, size_bytes: 8, planned_revision: 0 });
    const [parse] = await place.rows(`SELECT content_hash, job_id FROM cf_file_parses WHERE file_id = '${file.id}'`);
    expect(parse).toEqual({ content_hash, job_id: job.id });
  });

  test.each([
    ['grows', "open(path, 'a').write('9,9\\n')", 'grew'],
    ['is replaced', "open(path + '.new', 'w').write('1,1\\n'); os.replace(path + '.new', path)", 'was replaced'],
    ['vanishes', 'os.remove(path)', 'vanished'],
    ['changes in place', "open(path, 'r+').write('7'); time.sleep(0.01)", 'changed'],
    ['makes the parser fail', "open(path, 'a').write('x'); raise ValueError('half a file')", 'grew'],
  ])('notices that its file %s while it is read', async (name, deed, how) => {
    const file = await place.file(`while-${name}.csv`, `1,1\n!${deed}\n`);
    const id = await place.plan(file, numbers);
    const job = await jobIs(place.engine, id, ({ errors }) => errors.length > 0);
    await place.engine.cancel(id);
    expect(job).toMatchObject({ status: 'pending', errors: [{ code: 'INPUT_CHANGED', phase: 'Input' }] });
    expect(job.errors[0]!.message).toBe(`'${file.path}' ${how} while it was read`);
    expect(await place.filesOf(id)).toEqual([]);
    expect(await place.visibleIds(file)).toEqual([]);
  });

  test('whose file is gone fails, and the next scan that finds it has it processed', async () => {
    const file = await place.file('gone.csv', '1,1\n');
    await rm(file.path);
    const job = await place.parse(file, numbers);
    expect(job).toMatchObject({ status: 'failed', errors: [{ code: 'INPUT_NOT_FOUND', phase: 'Input' }] });
    expect(await place.rows(`SELECT 1 FROM cf_file_parses WHERE file_id = '${file.id}'`)).toEqual([]);
    await place.file('gone.csv', '1,1\n');
    const [found] = await place.rows(`SELECT planned_revision, missing_at FROM cf_files WHERE id = '${file.id}'`);
    expect(found).toEqual({ planned_revision: 0, missing_at: null });
  });

  test('that a later scan has overtaken writes nothing', async () => {
    const gate = join(place.home, 'overtaken');
    const waits = `!exec("while not os.path.exists('${gate}'): time.sleep(0.01)")`;
    const file = await place.file('overtaken.csv', `1,1\n${waits}\n`);
    const early = await place.plan(file, numbers);
    const later = await place.plan(file, numbers);
    await writeFile(gate, '');
    const [first, second] = [await jobEnds(place.engine, early), await jobEnds(place.engine, later)];
    expect(first).toMatchObject({ status: 'completed', result: { already_processed: true, outputs: [] } });
    expect(second).toMatchObject({ status: 'completed', result: { rows_valid: 1 } });
    expect(await place.visibleIds(file)).toEqual([1]);
    expect(await place.filesOf(early)).toEqual([]);
  });

  test('beside the one that stands for the file does nothing', async () => {
    const file = await place.file('twice.csv', '1,1\n');
    const first = await place.parse(file, numbers);
    const { payload } = first;
    const { id } = await place.engine.enqueue(PARSE_JOB, payload as ParsePayload);
    const second = await jobEnds(place.engine, id);
    expect(second).toMatchObject({ status: 'completed', result: { already_processed: true, rows_in: 0 } });
    expect(await place.visibleIds(file)).toEqual([1]);
    expect(await place.filesOf(id)).toEqual([]);
  });

  test('runs what replaced its parser by force, and fails when that was unregistered', async () => {
    const source = NUMBERS_PARSER.replace("'numbers'", "'forced'");
    const before = await place.register(source);
    await place.register(source.replace("line.split(',')", "reversed(line.split(','))"), { force: true });
    const file = await place.file('forced.csv', '1,10\n');
    expect(await place.parse(file, before)).toMatchObject({ status: 'completed' });
    expect(await place.visibleIds(file)).toEqual([10]);
    await place.engine.database.script("UPDATE cf_parsers SET retired_at = 1 WHERE name = 'forced'");
    const job = await place.parse(file, before);
    expect(job).toMatchObject({ status: 'failed', errors: [{ code: 'PARSER_NOT_REGISTERED', phase: 'Parser' }] });
  });
});
