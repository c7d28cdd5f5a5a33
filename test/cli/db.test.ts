import { SCHEMA_LINES } from '../../src/operations/database/open-database.js';
import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { BUILT_IN_JOBS } from '../../src/engine/index.js';
import { freshDatabase } from '../services/fresh-database.js';
import { casparianBatch, casparianJson } from './casparian.js';
import { freshStore, COMMAND_STORES, temporaryFolder } from './store.js';

const noop = BUILT_IN_JOBS.find((job) => job.type === 'noop')!;
const EMPTY = {
  pending: 0,
  running: 0,
  completed: 0,
  completed_with_warnings: 0,
  failed: 0,
  dead_letter: 0,
  cancelled: 0,
};

test('a PostgreSQL database is refused until it is migrated, which happens once', async () => {
  const url = (await freshDatabase()).replace('://casparian@', '://casparian:secret@');
  const answers = await casparianBatch(
    [['jobs'], ['db', 'check'], ['db', 'status'], ['db', 'migrate'], ['db', 'migrate'], ['db', 'status'], ['jobs']].map(
      (args) => [...args, '--json', '--db', url],
    ),
  );
  expect(answers.map(({ code }) => code)).toEqual([2, 2, 0, 0, 0, 0, 0]);
  const [refused, unchecked, outdated, migrated, again, current, jobs] = answers.map(
    ({ stdout }) => JSON.parse(stdout) as unknown,
  );
  expect(refused).toMatchObject({ error: { code: 'SCHEMA_OUTDATED', next: ['Run: casparian db migrate'] } });
  expect(unchecked).toMatchObject({ error: { code: 'SCHEMA_OUTDATED' } });
  expect(outdated).toMatchObject({ dialect: 'postgres', schema: { state: 'outdated', applied: [] }, jobs: null });
  const masked = url.replace('secret', '***');
  const steps = SCHEMA_LINES.flatMap(({ module, steps: list }) =>
    list.map(({ name }, index) => ({ module, number: index + 1, name })),
  );
  expect(migrated).toMatchObject({ database: masked, applied: steps });
  expect(again).toEqual({ database: masked, applied: [] });
  expect(current).toMatchObject({ schema: { state: 'current', pending: [] }, jobs: EMPTY, workers: [] });
  expect(jobs).toEqual([]);
});

test.each(COMMAND_STORES)('status counts the jobs, and check finds a healthy database healthy, on %s', async (kind) => {
  const { engine, flags } = await freshStore(kind);
  await engine.enqueueMany(noop, [{}, {}]);
  const answers = await casparianBatch([
    ['db', 'status', ...flags, '--json'],
    ['db', 'status', ...flags],
    ['db', 'check', ...flags, '--json'],
    ['db', 'check', ...flags],
  ]);
  expect(answers.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
  const status = JSON.parse(answers[0]!.stdout) as { size_bytes: number };
  expect(status).toMatchObject({ dialect: kind, jobs: { ...EMPTY, pending: 2 }, workers: [] });
  expect(status).toMatchObject({ pipeline: { parsers: 0, files: 0, outputs: 0, quarantined: 0 } });
  expect(status).toMatchObject({
    passports: { products: 0, passports: 0, versions: 0, active: 0, documents: 0, facts: 0 },
    collect: { sources: 0, intakes: 0, price_points: 0, valuations: 0, quarantined: 0 },
  });
  expect(status.size_bytes).toBeGreaterThan(10_000);
  expect(answers[1]!.stdout).toMatch(/^jobs +2 pending$/m);
  expect(JSON.parse(answers[2]!.stdout)).toMatchObject({ ok: true, findings: [] });
  expect(answers[3]!.stdout).toMatch(/^ok {6}ledger$/m);
});

test('rows that contradict themselves are damage, with exit code 1 and their ids', async () => {
  const { engine, flags } = await freshStore('sqlite');
  const { id } = await engine.enqueue(noop, {});
  const stale = await engine.enqueue(noop, {});
  await engine.database.script(`PRAGMA ignore_check_constraints = ON`);
  await engine.database.query(`UPDATE cf_jobs SET status = 'lost', payload = '{' WHERE id = ?`, [id]);
  await engine.database.query(
    `UPDATE cf_jobs SET status = 'running', fence = 1, started_at = 1, lease_owner = 'gone', lease_expires_at = 1 WHERE id = ?`,
    [stale.id],
  );
  const [asJson, asText] = await casparianBatch([
    ['db', 'check', ...flags, '--json'],
    ['db', 'check', ...flags],
  ]);
  expect([asJson!.code, asText!.code]).toEqual([1, 1]);
  const report = JSON.parse(asJson!.stdout) as { findings: { check: string; severity: string; examples?: string[] }[] };
  expect(report).toMatchObject({ ok: false, error: { code: 'DATABASE_DAMAGED' } });
  expect(report.findings).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ check: 'known-status', severity: 'damage', count: 1, examples: [id] }),
      expect.objectContaining({ check: 'readable-json', severity: 'damage', examples: [id] }),
      expect.objectContaining({ check: 'ledger', severity: 'damage' }),
      expect.objectContaining({ check: 'expired-leases', severity: 'notice', examples: [stale.id] }),
    ]),
  );
  expect(asText!.stdout).toContain('damage  known-status: jobs are in a state that does not exist (1)');
  expect(asText!.stderr).toMatch(/^Error \[DATABASE_DAMAGED\]/);
});

test('a torn or foreign file is damage, not a crash', async () => {
  const { engine, flags } = await freshStore('sqlite');
  await engine.enqueueMany(
    noop,
    Array.from({ length: 500 }, () => ({ text: 'x'.repeat(200) })),
  );
  await engine.close();
  const file = await open(join(flags[1]!, 'casparian.db'), 'r+');
  await file.write(Buffer.alloc(60_000, 0xab), 0, 60_000, 20_000);
  await file.close();
  const foreign = join(await temporaryFolder(), 'foreign.db');
  await writeFile(foreign, 'no database '.repeat(1_000));
  const [torn, strange] = await Promise.all([
    casparianJson(['db', 'check', ...flags]),
    casparianJson(['db', 'check', '--db', foreign]),
  ]);
  expect(torn).toMatchObject({ code: 1, json: { ok: false, error: { code: 'DATABASE_DAMAGED' } } });
  expect(strange).toMatchObject({ code: 1, json: { findings: [{ check: 'open', severity: 'damage' }] } });
});

test('status shows a schema from the future, and which workers are alive', async () => {
  const { engine, flags } = await freshStore('sqlite');
  const announce = (id: string, heartbeat: string): Promise<unknown> =>
    engine.database.query(
      `INSERT INTO cf_workers (id, instance, host, pid, version, types, concurrency, lease_ms, started_at, heartbeat_at)
       VALUES ('${id}', 'i', 'h', 1, '0', '["noop"]', 4, 60000, cf_now(), ${heartbeat})`,
    );
  await announce('alive', 'cf_now()');
  await announce('dead', 'cf_now() - 3600000');
  const current = await casparianJson(['db', 'status', ...flags]);
  expect(current.json).toMatchObject({ workers: [{ id: 'alive', concurrency: 4, types: ['noop'] }] });
  await engine.database.query(`INSERT INTO cf_migrations VALUES ('engine', 999, 'future', 0)`);
  const newer = await casparianJson(['db', 'status', ...flags]);
  expect(newer).toMatchObject({ code: 0, json: { schema: { state: 'newer' }, jobs: null, workers: null } });
});

test('move copies the jobs to PostgreSQL, where they can be worked on', async () => {
  const { engine, flags } = await freshStore('sqlite');
  await engine.enqueueMany(noop, [{ number: 1 }, { number: 2 }]);
  const target = await freshDatabase();
  const [moved, listed, wrongWay] = await casparianBatch([
    ['db', 'move', '--to', target, '--json', ...flags],
    ['jobs', '--json', '--db', target],
    ['db', 'move', '--to', 'sqlite:/tmp/other.db', '--json', ...flags],
  ]);
  expect(moved!.code).toBe(0);
  expect(JSON.parse(listed!.stdout)).toHaveLength(2);
  expect([wrongWay!.code, JSON.parse(wrongWay!.stdout)]).toMatchObject([2, { error: { code: 'USAGE' } }]);
});
