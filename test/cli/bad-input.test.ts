import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { casparian, casparianBatch, casparianJson, type Ended } from './casparian.js';
import { countJobs, freshStore, COMMAND_STORES, temporaryFolder } from './store.js';

interface Failure {
  error: { code: string; message: string; why: string; next: string[] };
}

const fixture = (name: string): string => fileURLToPath(new URL(`fixtures/${name}`, import.meta.url));

/** Each is refused with this code and exit code, before anything is written. */
const REFUSED: readonly [name: string, args: string[], code: string, exit: number, env?: Record<string, string>][] = [
  ['an unknown type', ['enqueue', 'noob'], 'UNKNOWN_JOB_TYPE', 2],
  ['a payload that is not JSON', ['enqueue', 'noop', '--payload', '{ms:1}'], 'PAYLOAD_NOT_JSON', 2],
  ['a payload its schema refuses', ['enqueue', 'sleep', '--payload', '{"ms":"long"}'], 'PAYLOAD_INVALID', 2],
  ['an oversized payload', ['enqueue', 'noop', '--payload', '@LARGE_FILE'], 'PAYLOAD_TOO_LARGE', 2],
  [
    'a payload above a limit that was lowered',
    ['enqueue', 'noop', '--payload', '"0123456789"'],
    'PAYLOAD_TOO_LARGE',
    2,
    { CASPARIAN_MAX_PAYLOAD_BYTES: '10' },
  ],
  ['a payload file that is not there', ['enqueue', 'noop', '--payload', '@/no/such/file'], 'OPTION_INVALID', 2],
  ['a priority that does not exist', ['enqueue', 'noop', '--priority', 'urgent'], 'OPTION_INVALID', 2],
  ['a date that does not exist', ['enqueue', 'noop', '--run-at', '2026-02-31'], 'OPTION_INVALID', 2],
  ['two times for one job', ['enqueue', 'noop', '--run-at', '2099-01-01', '--delay', '1h'], 'USAGE', 2],
  ['--force without --memo', ['enqueue', 'noop', '--force'], 'USAGE', 2],
  ['a jobs module without jobs', ['enqueue', 'noop', '--jobs', fixture('no-jobs.mjs')], 'JOBS_MODULE_INVALID', 2],
  ['a jobs module that throws', ['enqueue', 'noop', '--jobs', fixture('throws.mjs')], 'JOBS_MODULE_INVALID', 2],
  ['a jobs module that is not there', ['worker', '--jobs', '/no/such/jobs.mjs'], 'JOBS_MODULE_INVALID', 2],
  ['an unknown tenant', ['jobs', '--tenant', 'nobody'], 'TENANT_NOT_FOUND', 3],
  ['pruning an unknown tenant', ['jobs', 'prune', '--older-than', '1d', '--tenant', 'nobody'], 'TENANT_NOT_FOUND', 3],
  ['an unknown state', ['jobs', '--status', 'sleeping'], 'OPTION_INVALID', 2],
  ['a limit of nothing', ['jobs', '--limit', '0'], 'OPTION_INVALID', 2],
  ['a duration without a unit', ['jobs', 'prune', '--older-than', '30'], 'OPTION_INVALID', 2],
  ['pruning what still waits', ['jobs', 'prune', '--older-than', '1d', '--status', 'pending'], 'OPTION_INVALID', 2],
  ['an option before its command', ['jobs', '--tenant', 'a', 'prune', '--older-than', '1d'], 'USAGE', 2],
  ['a job that is not there', ['job', 'show', '01890000-0000-7000-8000-000000000000'], 'JOB_NOT_FOUND', 3],
  ['an id that is none', ['job', 'why', 'everything'], 'JOB_NOT_FOUND', 3],
  ['a cron pattern that is none', ['schedule', 'add', 's', '--cron', 'soon', '--type', 'noop'], 'CRON_INVALID', 2],
  ['a schedule that is not there', ['schedule', 'rm', 'nightly'], 'SCHEDULE_NOT_FOUND', 3],
  ['a setting that is no number', ['jobs'], 'CONFIG_INVALID', 2, { CASPARIAN_LEASE_SECONDS: 'abc' }],
  ['an unknown command', ['jbos'], 'USAGE', 2],
  ['an unknown option', ['jobs', '--stauts', 'failed'], 'USAGE', 2],
  ['a group without its command', ['queue'], 'USAGE', 2],
  ['a required option left out', ['jobs', 'prune'], 'USAGE', 2],
  ['an error code that does not exist', ['explain', 'OOPS'], 'UNKNOWN_ERROR_CODE', 3],
  ['a topic that is none', ['start', '--watch', '/', '--tag', 'in voices'], 'OPTION_INVALID', 2],
  ['a worker for a type it does not have', ['worker', '--type', 'noob'], 'UNKNOWN_JOB_TYPE', 2],
];

describe('refused with a code, and nothing written', () => {
  const undo: (() => Promise<void>)[] = [];
  let answers: Ended[];
  let jobs: number;
  beforeAll(async () => {
    const { engine, flags } = await freshStore('sqlite', (step) => undo.push(step));
    const large = join(await temporaryFolder((step) => undo.push(step)), 'large.json');
    await writeFile(large, JSON.stringify('x'.repeat(1_048_577)));
    const filled = (arg: string): string => arg.replace('LARGE_FILE', large);
    answers = await casparianBatch(
      REFUSED.map(([, args, , , env = {}]) => ({ args: [...args.map(filled), '--json', ...flags], env })),
    );
    jobs = await countJobs(engine);
  });
  afterAll(async () => {
    for (const step of undo.reverse()) await step();
  });

  test.each(REFUSED.map(([name, , code, exit], index) => [name, code, exit, index] as const))(
    '%s: %s',
    (_name, code, exit, index) => {
      const answer = answers[index]!;
      const { error } = JSON.parse(answer.stdout) as Failure;
      expect([error.code, answer.code]).toEqual([code, exit]);
      expect(Object.keys(error)).toEqual(['code', 'message', 'why', 'next']);
      expect(error.why).not.toBe('');
    },
  );

  test('no job came of any of them', () => expect(jobs).toBe(0));
});

test('for people the same failure says what, why and what next, on stderr', async () => {
  const { flags } = await freshStore('sqlite');
  const { code, stdout, stderr } = await casparian(['enqueue', 'noob', ...flags]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toBe(
    [
      "Error [UNKNOWN_JOB_TYPE]: No job of type 'noob' is known here",
      '  Why:  Known are fail, noop, sleep.',
      '  Next: Did you mean noop?',
      '        Name the module that defines it: --jobs FILE',
      '        Or, when its worker will start later: --allow-unknown-type',
      '',
    ].join('\n'),
  );
});

test('a malformed database URL names its source, and hides the password', async () => {
  const answer = await casparianJson<Failure>(['jobs'], { env: { DATABASE_URL: 'mysql://me:secret@host/db' } });
  expect(answer).toMatchObject({ code: 2, json: { error: { code: 'DATABASE_URL_INVALID' } } });
  expect(answer.json.error.message).toBe("DATABASE_URL='mysql://me:***@host/db' cannot be used");
});

test('a PostgreSQL that is away is a failure to try again', async () => {
  const answer = await casparianJson<Failure>(['jobs', '--db', 'postgres://127.0.0.1:1/jobs']);
  expect(answer).toMatchObject({ code: 75, json: { error: { code: 'DATABASE_UNAVAILABLE' } } });
});

test('a file that is no database is said to be none', async () => {
  const file = join(await temporaryFolder(), 'notes.db');
  await writeFile(file, 'dear diary '.repeat(1_000));
  const answer = await casparianJson<Failure>(['jobs', '--db', file]);
  expect(answer.json.error).toMatchObject({ code: 'DATABASE_UNAVAILABLE', why: 'file is not a database' });
});

test('a database that was named and was not there is said to be a new one', async () => {
  const file = join(await temporaryFolder(), 'typo.db');
  const { code, stderr } = await casparian(['jobs', '--db', file]);
  expect(code).toBe(0);
  expect(stderr).toContain(`Note: ${file} did not exist; created a new, empty database.`);
});

test('a home that cannot be made is a matter of configuration', async () => {
  const file = join(await temporaryFolder(), 'file');
  await writeFile(file, '');
  const answers = await casparianBatch([
    ['jobs', '--json', '--home', join(file, 'home')],
    ['jobs', '--json', '--home', join(file, 'home'), '--db', join(await temporaryFolder(), 'elsewhere.db')],
  ]);
  expect(answers.map(({ code }) => code)).toEqual([2, 0]);
  expect(JSON.parse(answers[0]!.stdout)).toMatchObject({ error: { code: 'CONFIG_INVALID' } });
});

test.each(COMMAND_STORES)('a schema from the future is refused, and stays as it is, on %s', async (kind) => {
  const { engine, flags } = await freshStore(kind);
  await engine.database.query(
    `INSERT INTO cf_migrations (module, number, name, applied_at) VALUES ('engine', 999, 'from-the-future', 0)`,
  );
  const answer = await casparianJson<Failure>(['enqueue', 'noop', ...flags]);
  expect(answer).toMatchObject({ code: 2, json: { error: { code: 'SCHEMA_NEWER' } } });
  expect(await countJobs(engine)).toBe(0);
});
