import { expect, test } from 'vitest';
import { waitUntil } from '../services/wait-until.js';
import { casparianBatch, start } from './casparian.js';
import { freshStore, COMMAND_STORES } from './store.js';

test.each(COMMAND_STORES)('a schedule is added, listed, replaced and removed, on %s', async (kind) => {
  const { flags } = await freshStore(kind);
  const add = ['schedule', 'add', 'nightly', '--type', 'sleep', '--payload', '{"ms": 1}', ...flags];
  const answers = await casparianBatch([
    [...add, '--cron', '0 3 * * *', '--timezone', 'Europe/Berlin', '--tenant', 'acme', '--priority', 'low', '--json'],
    [...add, '--cron', '0 4 * * *', '--json'],
    [...add, '--cron', '0 4 * * *', '--replace', '--catch-up', 'none', '--queue', 'mail'],
    ['schedule', 'list', ...flags, '--json'],
    ['schedule', 'list', ...flags],
    ['schedule', 'rm', 'nightly', ...flags],
    ['schedule', 'list', ...flags],
  ]);
  expect(answers.map(({ code }) => code)).toEqual([0, 3, 0, 0, 0, 0, 0]);
  const json = answers.map(({ stdout }) => (/^[[{]/.test(stdout) ? (JSON.parse(stdout) as unknown) : stdout));
  const time = expect.stringMatching(/^\d{4}-.+Z$/) as string;
  expect(json[0]).toMatchObject({
    ...{ name: 'nightly', cron: '0 3 * * *', timezone: 'Europe/Berlin', type: 'sleep', payload: { ms: 1 } },
    ...{ tenant: 'acme', priority: 3, catch_up: 'latest', next_run_at: time, last_run_at: null, created_at: time },
  });
  expect(json[1]).toMatchObject({ error: { code: 'SCHEDULE_EXISTS' } });
  expect(json[2]).toMatch(/^Schedule 'nightly' is due next at \d{4}-\d{2}-\d{2}T04:00:00\.000Z \(in /);
  expect(json[3]).toMatchObject([
    { name: 'nightly', cron: '0 4 * * *', timezone: 'UTC', queue: 'mail', catch_up: 'none' },
  ]);
  expect(json[4]).toMatch(/^nightly {2}0 4 \* \* \* {2}UTC +sleep +in .+ {2}never$/m);
  expect(json[5]).toBe("Schedule 'nightly' is removed.\n");
  expect(answers[6]!.stderr).toBe('No schedules. Add one with: casparian schedule add\n');
});

test('a worker fires a schedule that comes due', async () => {
  const { engine, flags } = await freshStore('sqlite');
  await casparianBatch([['schedule', 'add', 'pulse', '--cron', '* * * * * *', '--type', 'noop', ...flags]]);
  const worker = start(['worker', ...flags], { env: { CASPARIAN_POLL_INTERVAL_MS: '50' } });
  await waitUntil(async () => (await engine.jobs({ statuses: ['completed'] })).length > 0, {
    for: 'the scheduled job',
  });
  worker.process.kill('SIGTERM');
  expect((await worker.ended).code).toBe(0);
});
