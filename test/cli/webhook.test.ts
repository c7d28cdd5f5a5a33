import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { casparian, casparianBatch, casparianJson, start } from './casparian.js';
import { temporaryFolder } from './store.js';

const ALLOWED = { CASPARIAN_ALLOW_PRIVATE_ADDRESSES: '1' };

async function home(): Promise<Record<string, string>> {
  return { CASPARIAN_HOME: join(await temporaryFolder(), 'home'), ...ALLOWED };
}

interface Delivery {
  id: string;
  status: string;
  http_status: number | null;
  attempts: number;
}

describe('casparian webhook', () => {
  test('refuses private addresses unless they are allowed', async () => {
    const env = { CASPARIAN_HOME: join(await temporaryFolder(), 'home') };
    const [plain, secure] = await casparianBatch(
      [
        ['webhook', 'add', 'http://127.0.0.1:9/', '--events', '*'],
        ['webhook', 'add', 'https://127.0.0.1:9/', '--events', '*'],
      ],
      { env },
    );
    expect(plain).toMatchObject({ code: 2, stderr: expect.stringContaining('URL_REFUSED') as string });
    expect(secure).toMatchObject({ code: 2, stderr: expect.stringContaining('ADDRESS_REFUSED') as string });
    expect(secure?.stderr).toContain('CASPARIAN_ALLOW_PRIVATE_ADDRESSES=1');
  });

  test('changes which events an endpoint receives', async () => {
    const env = await home();
    const { json } = await casparianJson<{ id: string }>(
      ['webhook', 'add', 'http://127.0.0.1:9/', '--events', 'job.*'],
      { env },
    );
    const change = ['webhook', 'subscribe', json.id.slice(0, 18)];
    const [changed, unknown, nothing, list] = await casparianBatch(
      [
        [...change, '--add', 'quarantine.created,job.failed', '--remove', 'job.*'],
        [...change, '--add', 'file.added', '--remove', 'job.*'],
        change,
        ['webhook', 'list', '--json'],
      ],
      { env },
    );
    expect(changed?.stdout).toBe(`Endpoint ${json.id} receives quarantine.created, job.failed.\n`);
    expect(unknown).toMatchObject({ code: 3, stderr: expect.stringContaining("does not receive 'job.*'") as string });
    expect(nothing).toMatchObject({ code: 2, stderr: expect.stringContaining('--add or --remove') as string });
    expect(JSON.parse(list?.stdout ?? '')).toMatchObject([{ events: ['quarantine.created', 'job.failed'] }]);
  });

  test('delivers all that there is before a worker drains, though a new endpoint gets one at a time', async () => {
    const env = await home();
    const listening = start(['webhook', 'listen', '--port', '0', '--json'], { env });
    onTestFinished(() => void listening.process.kill('SIGKILL'));
    const { url } = JSON.parse(await listening.line('stdout', /url/)) as { url: string };
    await casparianJson(['webhook', 'add', url, '--events', 'job.*'], { env });
    await casparianBatch([...Array.from({ length: 6 }, () => ['enqueue', 'noop']), ['worker', '--drain']], { env });
    const { json: deliveries } = await casparianJson<Delivery[]>(['webhook', 'deliveries'], { env });
    expect(deliveries.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 'delivered'));
  });

  test('delivers endings of jobs to a local receiver, which verifies them', async () => {
    const env = await home();
    const listening = start(['webhook', 'listen', '--port', '0', '--json'], { env });
    onTestFinished(() => void listening.process.kill('SIGKILL'));
    const { url } = JSON.parse(await listening.line('stdout', /url/)) as { url: string };
    const added = await casparianJson<{ id: string; secret: string }>(
      ['webhook', 'add', url, '--events', 'job.completed'],
      {
        env,
      },
    );
    expect(added.json).toEqual({ id: added.json.id, url, secret: added.json.secret, events: ['job.completed'] });
    await casparianBatch(
      [
        ['enqueue', 'noop'],
        ['worker', '--drain'],
      ],
      { env },
    );
    const received = JSON.parse(await listening.line('stdout', /verified/)) as Record<string, unknown>;
    expect(received).toMatchObject({
      verified: true,
      event_type: 'job.completed',
      payload: { data: { type: 'noop' } },
    });
    const { json: deliveries } = await casparianJson<Delivery[]>(['webhook', 'deliveries'], { env });
    expect(deliveries).toHaveLength(1);
    const keys = ['id', 'endpoint_id', 'event_id', 'status', 'http_status', 'attempts', 'delivered_at', 'error'];
    expect(Object.keys(deliveries[0]!)).toEqual(expect.arrayContaining(keys));
    expect(deliveries[0]).toMatchObject({ status: 'delivered', http_status: 204, attempts: 1, error: null });
    const shown = await casparian(['webhook', 'show', deliveries[0]!.id.slice(0, -1)], { env });
    expect(shown.stdout).toContain('HTTP 204');
    listening.process.kill('SIGINT');
    expect(await listening.ended).toMatchObject({ code: 0, stderr: '' });
  });

  test('says when a delivery cannot be verified', async () => {
    const env = await home();
    const secret = `whsec_${Buffer.alloc(32).toString('base64')}`;
    const listening = start(['webhook', 'listen', '--port', '0', '--json', '--secret', secret], { env });
    onTestFinished(() => void listening.process.kill('SIGKILL'));
    const { url } = JSON.parse(await listening.line('stdout', /url/)) as { url: string };
    const { json } = await casparianJson<{ id: string }>(['webhook', 'add', url, '--events', 'x'], { env });
    await casparianBatch(
      [
        ['webhook', 'test', json.id],
        ['worker', '--drain'],
      ],
      { env },
    );
    expect(JSON.parse(await listening.line('stdout', /verified/))).toMatchObject({ verified: false });
    const { json: failed } = await casparianJson<Delivery[]>(['webhook', 'deliveries', '--status', 'FAILED'], { env });
    expect(failed).toMatchObject([{ status: 'failed', http_status: 401 }]);
    listening.process.kill('SIGTERM');
    await listening.ended;
  });

  test('shows a secret once, rotates it, pauses, resumes, recovers and removes', async () => {
    const env = await home();
    const run = async <T>(...args: string[]): Promise<T> =>
      (await casparianJson<T>(['webhook', ...args], { env })).json;
    const { id, secret } = await run<{ id: string; secret: string }>('add', 'http://127.0.0.1:9/', '--events', '*');
    const rotated = await run<{ secret: string; old_secret_until: string }>('rotate', id.slice(0, 23), '--grace', '1h');
    expect(Date.parse(rotated.old_secret_until) - Date.now()).toBeGreaterThan(3_500_000);
    expect(await run('rotate', id)).toMatchObject({ error: { code: 'WEBHOOK_STATE_CONFLICT' } });
    expect(await run('pause', id)).toMatchObject({ id, status: 'paused' });
    expect(await run('resume', id)).toMatchObject({ id, status: 'active' });
    const test1 = await run<Delivery>('test', id);
    expect(test1).toMatchObject({ status: 'pending', attempts: 0 });
    const again = await run<Delivery>('redeliver', test1.id);
    expect(again.id).not.toBe(test1.id);
    expect(await run('recover', id, '--since', '2020-01-01')).toMatchObject({ endpoint_id: id });
    expect(await run('recover', id, '--since', '1h')).toMatchObject({ endpoint_id: id });
    for (const shown of [await run('list'), await run('show', id), await run('deliveries')]) {
      for (const one of [secret, rotated.secret]) expect(JSON.stringify(shown)).not.toContain(one.slice(6));
    }
    expect(await run('remove', id)).toMatchObject({ status: 'removed' });
    expect(await run('show', id)).toMatchObject({ error: { code: 'WEBHOOK_DELIVERY_NOT_FOUND' } });
    expect(await run('list')).toEqual([]);
    expect(await run('list', '--tenant', 'other')).toEqual([]);
  });
});
