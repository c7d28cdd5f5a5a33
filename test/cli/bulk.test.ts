import { expect, test } from 'vitest';
import { addJobs, addRows, jobsByStatus, TENANT } from '../operations/bulk/staging.js';
import { casparian, casparianBatch } from './casparian.js';
import { freshStore, COMMAND_STORES } from './store.js';

test.each(COMMAND_STORES)(
  'jobs bulk counts, refuses another number, and runs without a worker, on %s',
  async (kind) => {
    const { engine, flags } = await freshStore(kind);
    await addJobs(engine, 12, { status: 'failed' });
    const bulk = (...args: string[]) => ['jobs', 'bulk', ...args, '--tenant', TENANT, ...flags];
    const [counted, refused, unfiltered, unconfirmed, wrong] = await casparianBatch([
      bulk('retry', '--status', 'failed', '--dry-run'),
      bulk('retry', '--status', 'failed', '--expect', '11'),
      bulk('delete', '--yes'),
      bulk('delete', '--all'),
      bulk('retry', '--all', '--priority', 'low'),
    ]);
    expect(counted).toMatchObject({ code: 0, stdout: '12 jobs would be changed.\n' });
    expect([refused?.code, refused?.stderr]).toEqual([
      3,
      expect.stringContaining('12 jobs match, but 11 were expected'),
    ]);
    expect([unfiltered?.code, unfiltered?.stderr]).toEqual([2, expect.stringContaining('needs a filter or --all')]);
    expect([unconfirmed?.code, unconfirmed?.stderr]).toEqual([2, expect.stringContaining('Delete 12 jobs?')]);
    expect([wrong?.code, wrong?.stderr]).toEqual([2, expect.stringContaining('needs --priority')]);
    expect(await jobsByStatus(engine)).toEqual({ 'acme failed': 12 });

    const done = await casparian(bulk('cancel', '--status', 'failed', '--expect', '12', '--json'));
    expect([done.code, done.stderr]).toEqual([0, '']);
    expect(JSON.parse(done.stdout)).toMatchObject({
      ...{ status: 'completed', target: 'jobs', action: 'cancel', filter: { statuses: ['failed'] } },
      ...{ expected_count: 12, changed: 12, skipped: 0, error: null },
    });
    expect(await jobsByStatus(engine)).toEqual({ 'acme cancelled': 12 });
  },
);

test('quarantine bulk discards with a reason and replays by file', async () => {
  const { engine, flags } = await freshStore('sqlite');
  await addRows(engine, 4, 'invalid_date');
  await addRows(engine, 2, 'null_required');
  const bulk = (...args: string[]) => ['quarantine', 'bulk', ...args, '--tenant', TENANT, ...flags];
  const [unfounded, discarded, replayed] = await casparianBatch([
    bulk('discard', '--error', 'null_required', '--yes'),
    bulk('discard', '--error', 'null_required', '--reason', 'footers', '--yes'),
    bulk('replay', '--dataset', 'sales', '--expect', '4'),
  ]);
  expect([unfounded?.code, unfounded?.stderr]).toEqual([2, expect.stringContaining('needs --reason')]);
  expect(discarded).toMatchObject({ code: 0, stdout: '2 rows changed.\n' });
  expect(replayed).toMatchObject({ code: 0, stdout: '4 rows changed.\n' });
  expect(await engine.jobs({ type: 'parse.replay' })).toHaveLength(1);
});
