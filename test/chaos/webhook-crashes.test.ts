import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { attemptsOf } from '../../src/events/index.js';
import { STORES } from '../events/staging/stage.js';
import { hurry, receiver, useWebhookStage, type WebhookStage } from '../events/webhooks/staging.js';

const FIXTURE = fileURLToPath(new URL('../events/webhooks/fixtures/dies-at-statement.mjs', import.meta.url));
/** More than any of the programs below executes. */
const MAX_STATEMENTS = 60;

/** Runs the program until it dies at that statement. Returns whether it came to its end instead. */
async function run(stage: WebhookStage, role: 'record' | 'deliver', diesAt: number): Promise<boolean> {
  const env = {
    ...process.env,
    DATABASE_URL: stage.url,
    ROLE: role,
    KEY: stage.key.configured,
    DIES_AT: String(diesAt),
  };
  const child = spawn(process.execPath, [FIXTURE], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  if (signal === 'SIGKILL') return false;
  expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining('statements') as string });
  return true;
}

describe.each(STORES)('a process that is killed at any statement on %s', (storeName) => {
  const stage = useWebhookStage(storeName);
  const count = async (table: string): Promise<number> => {
    const [row] = await stage.engine.database.query<{ count: number }>(`SELECT count(*) AS count FROM ${table}`);
    return Number(row?.count);
  };

  test('leaves an event with its delivery and its job, or none of them', { timeout: 120_000 }, async () => {
    await stage.add({ url: 'http://127.0.0.1:9/', events: ['test.*'] });
    const before = await count('cf_events');
    let diesAt = 1;
    while (!(await run(stage, 'record', diesAt))) {
      const rows = [(await count('cf_events')) - before, await count('cf_webhook_deliveries'), await count('cf_jobs')];
      expect(rows).toEqual([0, 0, 0]);
      expect(++diesAt).toBeLessThan(MAX_STATEMENTS);
    }
    expect(diesAt).toBeGreaterThan(4);
    const rows = [(await count('cf_events')) - before, await count('cf_webhook_deliveries'), await count('cf_jobs')];
    expect(rows).toEqual([1, 1, 1]);
  });

  test.each([
    ['that the receiver accepts', () => 200],
    ['that the receiver refuses at first', (requests: number) => (requests === 1 ? 500 : 200)],
  ])('neither loses nor doubles a delivery %s', { timeout: 240_000 }, async (_, statusOf) => {
    let diesAt = 1;
    for (let isOver = false; !isOver; diesAt++) {
      let requests = 0;
      const peer = await receiver((response) => void response.writeHead(statusOf(++requests)).end());
      await stage.engine.database.script(`DELETE FROM cf_webhook_endpoints; DELETE FROM cf_webhook_secrets;
        DELETE FROM cf_webhook_deliveries; DELETE FROM cf_webhook_attempts; DELETE FROM cf_jobs`);
      await stage.add({ url: peer.url, events: ['test.*'] });
      await stage.record();
      isOver = await run(stage, 'deliver', diesAt);
      // The lease of the dead worker and its share of the endpoint would expire soon.
      await stage.engine.database.script(`UPDATE cf_jobs SET lease_expires_at = 1 WHERE status = 'running';
        DELETE FROM cf_webhook_shares`);
      const worker = await stage.startDeliveries();
      await hurry(stage);
      let delivery = await stage.deliveryIs(({ status, attempts }) => status === 'delivered' || attempts > 0);
      if (delivery.status === 'pending') {
        await hurry(stage);
        delivery = await stage.deliveryIs(({ status }) => status === 'delivered');
      }
      const attempts = await attemptsOf(stage.engine.database, delivery);
      expect(attempts).toHaveLength(delivery.attempts);
      expect(attempts.filter(({ httpStatus }) => httpStatus === 200)).toHaveLength(1);
      expect(new Set(peer.received.map(({ headers }) => headers['x-bpc-delivery-id']))).toEqual(new Set([delivery.id]));
      expect(peer.received.length).toBeGreaterThanOrEqual(attempts.length);
      expect(peer.received.length).toBeLessThanOrEqual(attempts.length + 1);
      expect((await stage.engine.job(delivery.jobId)).status).toBe('completed');
      await worker.stop({ graceMs: 0 });
      await peer.close();
      expect(diesAt).toBeLessThan(MAX_STATEMENTS);
    }
    expect(diesAt).toBeGreaterThan(10);
  });
});
