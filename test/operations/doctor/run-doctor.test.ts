import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { hintText } from '../../../src/cli/output/hint-text.js';
import { perform } from '../../../src/operations/doctor/check.js';
import { runDoctor } from '../../../src/operations/doctor/run-doctor.js';
import { nodeVerdict } from '../../../src/operations/doctor/machine-checks.js';
import { defineJob } from '../../../src/engine/index.js';
import { freshStore, STORES, temporaryFolder } from '../../cli/store.js';
import { freshDatabase } from '../../services/fresh-database.js';

/** Asking Python takes longer than all the rest. */
const NO_TOOLS = { PATH: '/nonexistent' };

type Given = Parameters<typeof runDoctor>[0];

async function statuses(options: Given, env = NO_TOOLS): Promise<Record<string, string>> {
  const results = await runDoctor(options, env);
  for (const { status, next } of results) if (status !== 'ok') expect(next).not.toEqual([]);
  return Object.fromEntries(results.map(({ check, status }) => [check, status]));
}

/** What was found about one thing, in words. */
async function told(check: string, options: Given, env = NO_TOOLS): Promise<string> {
  const result = (await runDoctor(options, env)).find((one) => one.check === check);
  return [result?.status, result?.message, ...(result?.next ?? []).map(hintText)].join(' | ');
}

test('a machine without a database and a home is well: both are made when they are needed', async () => {
  const home = join(await temporaryFolder(), 'home');
  const found = await statuses({ home, databaseUrl: `sqlite:${join(home, 'casparian.db')}` });
  expect(found).toMatchObject({ node: 'ok', 'temporary folder': 'ok', processes: 'ok', home: 'ok', database: 'ok' });
  await expect(chmod(home, 0o700)).rejects.toThrow('ENOENT');
});

describe.each(STORES)('a database (%s)', (kind) => {
  test('in which jobs wait for nobody and others were given up', async () => {
    const { engine } = await freshStore(kind);
    const databaseUrl = engine.database.dialect === 'sqlite' ? engine.database.label : engine.database.url;
    expect(await statuses({ databaseUrl })).toMatchObject({ database: 'ok', schema: 'ok', workers: 'ok', jobs: 'ok' });
    const job = defineJob({ type: 'wait', run: () => undefined });
    await engine.enqueue(job, {});
    const { id } = await engine.enqueue(job, {});
    const place = kind === 'sqlite' ? '?' : '$1';
    await engine.database.query(
      `UPDATE cf_jobs SET status = 'dead_letter', finished_at = created_at, lease_owner = NULL WHERE id = ${place} RETURNING id`,
      [id],
    );
    expect(await told('workers', { databaseUrl })).toMatch(/^warning \| 1 job is waiting.*casparian worker/);
    expect(await told('jobs', { databaseUrl })).toMatch(/^warning \| 1 job is in dead letter.*casparian triage list/);
  });
});

describe('PostgreSQL', () => {
  test('is asked for its version, its clock and its notifications', async () => {
    const found = await statuses({ databaseUrl: await freshDatabase() });
    expect(found).toMatchObject({ database: 'ok', schema: 'failed', postgresql: 'ok', listen: 'ok', clock: 'ok' });
    expect(found).not.toHaveProperty('workers');
  });

  test('that is away is one finding', async () => {
    const databaseUrl = 'postgres://nobody@127.0.0.1:1/jobs';
    expect(await told('database', { databaseUrl })).toMatch(
      /^failed \| PostgreSQL cannot be reached.*Check that the server/,
    );
  });

  test('whose notifications go astray is polled', async () => {
    const listenUrl = 'postgres://nobody@127.0.0.1:1/jobs';
    const words = await told('listen', { databaseUrl: await freshDatabase(), listenUrl });
    expect(words).toMatch(/^warning \| Notifications do not arrive.*listen_url/);
  });
});

test('a file that is no database is told as damage', async () => {
  const path = join(await temporaryFolder(), 'torn.db');
  await writeFile(path, 'nothing of the kind'.repeat(1_000));
  expect(await told('database', { databaseUrl: `sqlite:${path}` })).toMatch(/^failed/);
});

test('a home that others may read, or that is not a folder', async () => {
  const folder = await temporaryFolder();
  const open = join(folder, 'open');
  await mkdir(open);
  await chmod(open, 0o755);
  expect(await told('home', { home: open })).toBe(
    `warning | ${open} can be read by others, and payloads may be private | Run: chmod 700 ${open}`,
  );
  const file = join(folder, 'file');
  await writeFile(file, '');
  expect(await told('home', { home: file })).toMatch(/^failed .* is not a folder/);
});

test('a machine without Python and uv can still run TypeScript', async () => {
  const found = await statuses({}, { PATH: await temporaryFolder() });
  expect(found).toMatchObject({ python: 'warning', uv: 'warning' });
});

test('a Python that was named must run, and a vendor folder must be one', async () => {
  const folder = await temporaryFolder();
  const python = join(folder, 'python3');
  await writeFile(python, '#!/bin/sh\necho "no such library" >&2\nexit 1\n');
  await chmod(python, 0o755);
  expect(await told('python', { python })).toMatch(/^failed .* does not run: no such library/);
  expect(await told('uv', { python }, { PATH: folder })).toMatch(/^ok .*not needed/);
  expect(await told('vendor', { vendor: folder })).toMatch(/^failed .* is not a vendor folder/);
  expect(await told('vendor', { offline: true })).toMatch(/^warning \| Offline/);
});

test('a RabbitMQ that is away is no failure, since jobs flow without it', async () => {
  const words = await told('rabbitmq', { rabbitmq: { url: 'amqp://user:secret@127.0.0.1:1' } });
  expect(words).toMatch(/^warning \| amqp:\/\/user:\*\*\*@127.0.0.1:1 cannot be used/);
  expect(await statuses({})).not.toHaveProperty('rabbitmq');
});

test('an old Node is named, with the one to install', () => {
  expect(nodeVerdict('20.18.3')).toMatchObject({ status: 'failed' });
  expect(nodeVerdict('20.19.0').status).toBe('ok');
  expect(nodeVerdict('24.1.0').status).toBe('ok');
});

test('what does not answer in time has failed', async () => {
  const mute = perform({ name: 'mute', run: () => new Promise(() => undefined) }, 10);
  expect(await mute).toEqual({ check: 'mute', status: 'failed', message: 'no response within 10 ms', next: [] });
});
