import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { loadSettings, resolveSettings, type SettingInputs } from '../../src/settings/index.js';
import type { CasparianError } from '../../src/platform/index.js';

const root = mkdtempSync(join(tmpdir(), 'casparian-settings-'));
afterAll(() => rmSync(root, { recursive: true }));

function folder(toml?: string): string {
  const path = mkdtempSync(join(root, 'folder-'));
  if (toml !== undefined) writeFileSync(join(path, 'casparian.toml'), toml);
  return path;
}

/** A machine on which nothing is set but what the test says. */
function inputs(said: Partial<SettingInputs> = {}): SettingInputs {
  return { flags: { home: folder() }, env: {}, cwd: folder(), ...said };
}

async function problem(said: SettingInputs): Promise<CasparianError> {
  return loadSettings(said).then(
    () => expect.fail('the settings were accepted'),
    (error: unknown) => error as CasparianError,
  );
}

describe('where a value comes from', () => {
  test('flag > environment > file here > file in the home > default, each remembering its source', async () => {
    const [home, cwd] = [
      folder('concurrency = 5\nlog_level = "warn"\npoll_interval_ms = 500'),
      folder('concurrency = 4\nlog_level = "error"'),
    ];
    const env = { CASPARIAN_CONCURRENCY: '3', CASPARIAN_LOG_LEVEL: 'debug', CASPARIAN_HOME: home };
    const resolve = async (said: SettingInputs) => {
      const settings = await resolveSettings(said);
      const { value, source } = settings.find((setting) => setting.name === 'concurrency')!;
      return [value, source.kind, source.name];
    };
    expect(await resolve({ flags: { concurrency: '2' }, env, cwd })).toEqual([2, 'flag', '--concurrency']);
    expect(await resolve({ flags: {}, env, cwd })).toEqual([3, 'environment', 'CASPARIAN_CONCURRENCY']);
    const onlyHome = { CASPARIAN_HOME: home };
    expect(await resolve({ flags: {}, env: onlyHome, cwd })).toEqual([4, 'file', join(cwd, 'casparian.toml')]);
    expect(await resolve({ flags: {}, env: onlyHome, cwd: folder() })).toEqual([
      5,
      'file',
      join(home, 'casparian.toml'),
    ]);
    expect(await resolve(inputs())).toEqual([10, 'default', '']);
    const merged = await loadSettings({ flags: {}, env: onlyHome, cwd });
    expect(merged).toMatchObject({ concurrency: 4, log_level: 'error', poll_interval_ms: 500 });
  });

  test.each([
    ['DATABASE_URL', 'postgres://h/d', 'database_url', 'postgres://h/d'],
    ['BPC_WORKER_ID', 'w', 'worker_id', 'w'],
    ['WORKER_ID', 'w', 'worker_id', 'w'],
    ['BPC_JOBS_LEASE_SECONDS', '20', 'lease_seconds', 20],
    ['JOB_LOCK_TIMEOUT_SECONDS', '300', 'lease_seconds', 300],
    ['BPC_JOBS_LEASE_RENEW_SECONDS', '7', 'lease_renew_seconds', 7],
    ['BPC_JOBS_POLL_INTERVAL_MS', '250', 'poll_interval_ms', 250],
    ['POLL_INTERVAL', '2s', 'poll_interval_ms', 2_000],
    ['BPC_QUEUE_ENABLED', 'false', 'rabbitmq_enabled', false],
  ] as const)('%s is accepted for the systems that use it', async (variable, value, setting, expected) => {
    expect(await loadSettings(inputs({ env: { [variable]: value } }))).toMatchObject({ [setting]: expected });
  });

  test('our own variable wins over an alias, and an empty one counts as unset', async () => {
    const env = { CASPARIAN_WORKER_ID: 'ours', WORKER_ID: 'theirs', CASPARIAN_CONCURRENCY: '' };
    expect(await loadSettings(inputs({ env }))).toMatchObject({ worker_id: 'ours', concurrency: 10 });
  });

  test('paths in a file are relative to the file, and ~ is the home directory', async () => {
    const cwd = folder('jobs = ["jobs.mjs", "~/more.mjs"]\nhome = "state"');
    const { jobs, home } = await loadSettings({ flags: {}, env: {}, cwd });
    expect(jobs).toEqual([join(cwd, 'jobs.mjs'), join(homedir(), 'more.mjs')]);
    expect(home).toBe(join(cwd, 'state'));
  });
});

describe('defaults that follow from other settings', () => {
  test('patterns of commands hold blanks and commas: one a line, or an array; blanks alone are none', async () => {
    const allowed = async (said: SettingInputs) => (await loadSettings(said)).task_allow;
    expect(await allowed(inputs())).toEqual([]);
    expect(await allowed(inputs({ env: { CASPARIAN_TASK_ALLOW: 'python -m x,y\n\n  sh a b ' } }))).toEqual([
      ...['python -m x,y', 'sh a b'],
    ]);
    expect(await allowed(inputs({ cwd: folder('task_allow = ["ls -l", "cat *"]') }))).toEqual(['ls -l', 'cat *']);
    expect(await allowed(inputs({ flags: { home: folder(), task_allow: ['ls, -l'] } }))).toEqual(['ls, -l']);
    expect(await problem(inputs({ env: { CASPARIAN_TASK_ALLOW: ' \n' } }))).toMatchObject({ code: 'CONFIG_INVALID' });
    expect(await problem(inputs({ flags: { home: folder(), task_allow: [''] } }))).toMatchObject({
      code: 'CONFIG_INVALID',
    });
  });

  test('the database is in the home, renewal is half of a short lease, RabbitMQ is on when it has a URL', async () => {
    const home = folder();
    const env = { CASPARIAN_LEASE_SECONDS: '20', CASPARIAN_RABBITMQ_URL: 'amqp://localhost' };
    expect(await loadSettings(inputs({ flags: { home }, env }))).toMatchObject({
      ...{ database_url: `sqlite:${join(home, 'casparian.db')}`, lease_renew_seconds: 10, rabbitmq_enabled: true },
      ...{ rabbitmq_exchange: 'bpc', rabbitmq_routing_key: 'jobs.trigger' },
    });
    expect(await loadSettings(inputs())).toMatchObject({ lease_renew_seconds: 30, rabbitmq_enabled: false });
  });

  test('each process has a worker id of its own', async () => {
    const [one, other] = [await loadSettings(inputs()), await loadSettings(inputs())];
    expect(one.worker_id).toContain(String(process.pid));
    expect(one.worker_id).not.toBe(other.worker_id);
  });
});

describe('what cannot be used', () => {
  test.each([
    [{ env: { CASPARIAN_LEASE_SECONDS: 'abc' } }, "CASPARIAN_LEASE_SECONDS='abc' cannot be used"],
    [{ env: { BPC_JOBS_LEASE_SECONDS: '-5' } }, "BPC_JOBS_LEASE_SECONDS='-5' cannot be used"],
    [{ env: { CASPARIAN_SQLITE_SYNCHRONOUS: 'off' } }, "CASPARIAN_SQLITE_SYNCHRONOUS='off' cannot be used"],
    [{ env: { CASPARIAN_RABBITMQ_URL: 'http://u:p@h' } }, "CASPARIAN_RABBITMQ_URL='http://u:***@h' cannot be used"],
    [{ flags: { concurrency: '0' } }, "--concurrency '0' cannot be used"],
  ])('%o is refused by name', async (said, message) => {
    expect(await problem(inputs(said))).toMatchObject({ code: 'CONFIG_INVALID', message });
  });

  test('a database URL keeps its own code, and gains its source', async () => {
    const error = await problem(inputs({ env: { DATABASE_URL: 'mysql://me:secret@h/d' } }));
    expect(error).toMatchObject({
      code: 'DATABASE_URL_INVALID',
      message: "DATABASE_URL='mysql://me:***@h/d' cannot be used",
    });
  });

  test('a renewal as long as the lease would run live jobs twice', async () => {
    const env = { CASPARIAN_LEASE_SECONDS: '20', BPC_JOBS_LEASE_RENEW_SECONDS: '20' };
    const { code, message } = await problem(inputs({ env }));
    expect(code).toBe('CONFIG_INVALID');
    expect(message).toBe(
      'lease_renew_seconds (BPC_JOBS_LEASE_RENEW_SECONDS) = 20 is not shorter than lease_seconds (CASPARIAN_LEASE_SECONDS) = 20',
    );
  });

  test('the queue trigger cannot be on without a broker', async () => {
    const { message } = await problem(inputs({ env: { BPC_QUEUE_ENABLED: 'true' } }));
    expect(message).toBe('rabbitmq_enabled (BPC_QUEUE_ENABLED) = true, but rabbitmq_url is not set');
  });

  test.each([
    ['concurency = 3', /has an unknown setting 'concurency'/, 'Did you mean concurrency?'],
    ['concurrency = "many"', /^concurrency='many' in .+casparian\.toml cannot be used$/, undefined],
    ['concurrency = ', /casparian\.toml cannot be read$/, undefined],
  ])('a file that says %s is refused', async (toml, message, next) => {
    const error = await problem(inputs({ cwd: folder(toml) }));
    expect(error).toMatchObject({ code: 'CONFIG_INVALID', message: expect.stringMatching(message) as string });
    if (next !== undefined) expect(error.next).toContain(next);
  });

  test('the file in the home cannot move the home', async () => {
    const home = folder('home = "/elsewhere"');
    expect((await problem(inputs({ flags: { home } }))).message).toContain("sets 'home'");
  });
});
