import { describe, expect, test } from 'vitest';
import type { ParsePayload } from '../../../src/pipeline/index.js';
import { forgetMissing, isOvertaken, completeWithoutOutput } from '../../../src/pipeline/jobs/overtaken-job.js';
import { CasparianError } from '../../../src/platform/index.js';
import { STORES } from '../../cli/store.js';
import { useFileRows } from '../staging/file-rows.js';

/** Only what these steps read. */
const PAYLOAD = { file_id: 'a', content_hash: 'hash', parser: 'sales', path: '/in/a' } as ParsePayload;

describe.each(STORES)('a job beside others on %s', (kind) => {
  const rows = useFileRows(kind);
  /** Locking the revision, to take turns with scans and planners, makes its row where there is none. */
  const unlocked = () => rows.database.query('DELETE FROM cf_routing');
  const hasLocked = async () => (await rows.database.query('SELECT tenant FROM cf_routing')).length > 0;

  test('a job that steps aside keeps its file, and releases the copies', async () => {
    for (const id of ['a', 'b', 'c']) await rows.file(id);
    for (const id of ['a', 'b']) await rows.parse(id, 'sales', 'job-1');
    await rows.parse('c', 'sales', 'job-2');
    const outcome = completeWithoutOutput(PAYLOAD, rows.context('job-1'));
    expect(outcome).toMatchObject({ result: { already_processed: true, content_hash: 'hash' } });
    const { effects } = outcome as unknown as { effects: { write(tx: unknown): Promise<void> } };
    await unlocked();
    await rows.database.transaction((tx) => effects.write(tx));
    expect(await hasLocked()).toBe(true);
    expect(await rows.parses()).toEqual(['a sales job-1', 'c sales job-2']);
    expect(await rows.unplanned()).toEqual(['b']);
  });

  test('a job whose file is gone marks it and releases all that stand on it', async () => {
    for (const id of ['a', 'b', 'c']) await rows.file(id);
    for (const id of ['a', 'b']) await rows.parse(id, 'sales', 'job-1');
    await rows.parse('c', 'sales', 'job-2');
    const gone = new CasparianError('INPUT_NOT_FOUND', 'gone');
    await unlocked();
    await expect(forgetMissing(gone, PAYLOAD, rows.context('job-1'))).rejects.toBe(gone);
    expect(await hasLocked()).toBe(true);
    expect(await rows.parses()).toEqual(['c sales job-2']);
    expect((await rows.files()).map(({ missing_at }) => missing_at !== null)).toEqual([true, false, false]);
  });

  test('a job that fails for another reason keeps its file', async () => {
    await rows.file('a');
    await rows.parse('a', 'sales', 'job-1');
    for (const error of [new CasparianError('INPUT_UNREADABLE', 'no'), new Error('a bug')]) {
      await expect(forgetMissing(error, PAYLOAD, rows.context('job-1'))).rejects.toBe(error);
    }
    expect(await rows.parses()).toEqual(['a sales job-1']);
    expect(await rows.files()).toMatchObject([{ missing_at: null, planned_revision: 7 }]);
  });
});

test.each([
  [undefined, 'builtin', true],
  [undefined, 'sales', false],
  ['job-1', 'builtin', false],
  ['job-1', 'sales', false],
  ['job-2', 'builtin', true],
  ['job-2', 'sales', true],
])('with %s in the ledger, job-1 of %s is overtaken: %s', (current, parser, overtaken) => {
  const row = current === undefined ? undefined : { job_id: current };
  expect(isOvertaken(row, { parser }, { job: { id: 'job-1' } } as never)).toBe(overtaken);
});
