import { describe, expect, test } from 'vitest';
import { commandPath } from '../../src/cli/help/command-path.js';
import { createProgram, everyCommand } from '../../src/cli/program.js';
import { casparian, casparianBatch } from './casparian.js';
import { freshStore, COMMAND_STORES, temporaryFolder } from './store.js';

/**
 * Every command, and what a person changes with it: the type of the event that says so, or why there is none. A new command fails the test
 * until it has its place here.
 */
const COMMANDS: Readonly<Record<string, string>> = {
  ...all('reads', 'infer', 'preview', 'parser list', 'parser show', 'parser test', 'files', 'rule list', 'query'),
  ...all('reads', 'quarantine list', 'quarantine export', 'datasets show', 'export', 'lineage'),
  ...all('reads', 'verify', 'task list', 'task show', 'task logs', 'passport verify', 'rules check', 'rules test'),
  ...all(
    'reads',
    'rules explain',
    'jobs stats',
    'job show',
    'job logs',
    'job why',
    'triage list',
    'events list',
    'events show',
  ),
  ...all('reads', 'events follow', 'events verify', 'events export', 'events heads', 'webhook list', 'webhook show'),
  ...all(
    'reads',
    'webhook deliveries',
    'webhook listen',
    'queue list',
    'queue show',
    'schedule list',
    'doctor',
    'db status',
  ),
  ...all('reads', 'db check', 'db backup', 'config show', 'env list', 'keys signing list', 'keys signing show'),
  ...all('reads', 'explain', 'completion', 'task helper'),
  ...all('writes files of the user, no database', 'run', 'scaffold', 'rules fmt', 'vendor', 'task run', 'demo collect'),
  ...all('deletes files that are made again when they are needed', 'env prune'),
  ...all('its jobs record what they do with files', 'scan', 'process', 'start', 'worker'),
  ...all('its callers change things, each with its event', 'serve', 'mcp'),
  ...all('signs a tree head, which is itself a record', 'events seal'),
  ...all('creates or moves the log itself', 'db migrate', 'db move'),
  ...{ 'keys signing create': 'signing.key.created', 'keys signing rotate': 'signing.key.rotated' },
  ...{ enqueue: 'job.enqueued', 'task submit': 'job.enqueued', 'task replay': 'job.enqueued' },
  ...{ 'quarantine replay': 'job.enqueued' },
  ...{ 'jobs prune': 'jobs.pruned', 'job retry': 'job.retried', 'job cancel': 'job.cancel_requested' },
  ...{ 'jobs bulk': 'bulk.ended', 'quarantine bulk': 'bulk.ended' },
  ...{ 'triage retry': 'job.retried', 'triage cancel': 'job.dismissed' },
  ...{ 'queue pause': 'queue.paused', 'queue resume': 'queue.resumed', 'queue limit': 'queue.limited' },
  ...{ 'schedule add': 'schedule.added', 'schedule rm': 'schedule.removed' },
  ...{ 'parser register': 'parser.registered', 'parser unregister': 'parser.unregistered' },
  ...{ 'parser topics': 'parser.topics_changed', backfill: 'parser.backfilled' },
  ...{ 'rule add': 'rule.added', 'rule rm': 'rule.removed', 'outputs prune': 'outputs.pruned' },
  ...{ 'quarantine suggest': 'contract.repaired', 'quarantine correct': 'quarantine.corrected' },
  ...{ 'quarantine import': 'quarantine.corrected', 'quarantine restore': 'quarantine.restored' },
  ...{ 'quarantine discard': 'quarantine.discarded', 'quarantine prune': 'quarantine.pruned' },
  ...{ 'datasets compact': 'dataset.compacted', 'datasets contract': 'contract.set' },
  ...{ load: 'dataset.loaded', 'datasets publish': 'dataset.published' },
  ...all('installs a file of this machine', 'extensions install'),
  ...{ 'webhook add': 'webhook.endpoint.added', 'webhook rotate': 'webhook.endpoint.rotated' },
  ...{ 'webhook subscribe': 'webhook.endpoint.subscribed' },
  ...{ 'webhook pause': 'webhook.endpoint.paused', 'webhook resume': 'webhook.endpoint.resumed' },
  ...{ 'webhook remove': 'webhook.endpoint.removed', 'webhook test': 'webhook.test' },
  ...{ 'webhook redeliver': 'webhook.delivery.repeated', 'webhook recover': 'webhook.endpoint.recovered' },
};

/** Groups of commands that are still growing; the tests of their modules check their events. */
const ELSEWHERE = /^(source|intake|collect|prices|valuation|passport|product|document|rules|keys|limits?) /;

function all(reason: string, ...commands: string[]): Record<string, string> {
  return Object.fromEntries(commands.map((command) => [command, reason]));
}

test('every command has its place in the list of changes', () => {
  const commands = everyCommand(createProgram().program).filter((command) => command.commands.length === 0);
  const paths = commands.map((command) => commandPath(command).replace(/^casparian /, ''));
  expect(paths.filter((path) => COMMANDS[path] === undefined && !ELSEWHERE.test(path))).toEqual([]);
  expect(Object.keys(COMMANDS).filter((path) => !paths.includes(path) && !ELSEWHERE.test(path))).toEqual([]);
});

describe.each(COMMAND_STORES)('what ann changes on %s', (kind) => {
  test('is an event with her name', async () => {
    const { flags, engine } = await freshStore(kind);
    const home = await temporaryFolder();
    const env = { CASPARIAN_ACTOR: 'ann', CASPARIAN_HOME: home, CASPARIAN_ALLOW_PRIVATE_ADDRESSES: '1' };
    const seen = new Map<string, number>();
    /** Runs a command and requires that the newest event is the one that the list names. */
    async function change<T = { id: string }>(command: string, ...args: string[]): Promise<T> {
      const [ended] = await casparianBatch([[...command.split(' '), '--json', ...flags, ...args]], { env });
      const { code, stdout, stderr } = ended!;
      expect([command, code, stderr]).toEqual([command, 0, stderr]);
      const [newest] = await engine.database.query<{ event_type: string; actor: string }>(
        'SELECT event_type, actor FROM cf_events ORDER BY position DESC LIMIT 1',
      );
      expect([command, newest]).toEqual([command, { event_type: COMMANDS[command], actor: 'ann' }]);
      seen.set(command, 1);
      return JSON.parse(stdout) as T;
    }
    const job = await change('enqueue', 'NOOP', '--payload', '{}', '--allow-unknown-type');
    await change('job cancel', job.id);
    await change('jobs bulk', 'delete', '--status', 'cancelled', '--yes');
    await change('jobs prune', '--older-than', '0s');
    await change('task submit', '--', '/bin/true');
    await change('queue pause', 'mail');
    await change('queue resume', 'mail');
    await change(
      'schedule add',
      'nightly',
      '--cron',
      '0 0 * * *',
      '--type',
      'NOOP',
      '--payload',
      '{}',
      '--allow-unknown-type',
    );
    await change('schedule rm', 'nightly');
    const endpoint = await change('webhook add', 'http://127.0.0.1:1/', '--events', 'queue.paused');
    await change('webhook rotate', endpoint.id);
    await change('webhook pause', endpoint.id);
    const test = await change('webhook test', endpoint.id);
    await engine.database.query(`UPDATE cf_webhook_deliveries SET status = 'failed'`);
    await change('webhook redeliver', test.id);
    await change('queue pause', 'mail');
    await engine.database.query(`UPDATE cf_webhook_deliveries SET status = 'failed'`);
    await change('webhook recover', endpoint.id, '--since', '2020-01-01T00:00:00Z');
    await change('webhook resume', endpoint.id);
    await change('webhook remove', endpoint.id);
    expect(seen.size).toBe(17);
  }, 120_000);

  test('leaves no event if nothing was changed', async () => {
    const { flags, engine } = await freshStore(kind);
    const first = ['enqueue', 'NOOP', '--payload', '{}', '--allow-unknown-type', '--idempotency-key', 'once', ...flags];
    for (let time = 0; time < 2; time++) expect((await casparian(first)).code).toBe(0);
    expect((await casparian(['jobs', 'prune', '--older-than', '0s', ...flags])).code).toBe(0);
    const events = await engine.database.query<{ event_type: string }>('SELECT event_type FROM cf_events');
    expect(events).toEqual([{ event_type: 'job.enqueued' }]);
  });
});
