import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { rotateSecret } from '../../src/events/index.js';
import { bodyOf } from '../../src/events/webhooks/message/body.js';
import { signedHeaders } from '../../src/events/webhooks/message/signature.js';
import { useWebhookStage } from '../events/webhooks/staging.js';
import { freePort } from '../services/free-port.js';
import { waitUntil } from '../services/wait-until.js';

const EXAMPLES = fileURLToPath(new URL('../../examples/webhooks', import.meta.url));

/** The first build with Go compiles its standard library. */
const START_WITHIN_MS = 240_000;
const has = (program: string): boolean => spawnSync(program, [program === 'go' ? 'version' : '--version']).status === 0;

/** Starts an example with the command in its first lines, and sends it deliveries. */
export function describeReceiver(language: string, program: string, ...args: readonly string[]): void {
  describe(`the receiver in ${language}`, () => {
    const stage = useWebhookStage('SQLite');

    test.skipIf(!has(program))(
      `verifies deliveries and ignores duplicates (needs ${program})`,
      { timeout: 300_000 },
      async () => {
        const port = await freePort();
        const url = `http://127.0.0.1:${port}/`;
        const { id, secret } = await stage.add({ url, events: ['test.*'] });
        // During a rotation, a receiver with the old secret goes on working.
        await rotateSecret(stage.change(), id, { graceMs: 3_600_000, force: false });
        const output = startReceiver(program, [...args, String(port)], { WEBHOOK_SECRET: secret });
        await waitUntil(() => output().includes('listening'), {
          for: `the receiver in ${language}`,
          timeoutMs: START_WITHIN_MS,
          evidence: output,
        });
        await stage.startDeliveries();
        await stage.record();
        const { eventId } = await stage.deliveryIs(({ status }) => status === 'delivered');
        const event = { eventType: 'test.happened', aggregateType: 'test', aggregateId: '1', tenant: 'default' };
        const body = bodyOf({ ...event, eventId, occurredAt: '2026-01-01T00:00:00.000000Z', payloadText: '{"n":1}' });
        const now = Math.floor(Date.now() / 1_000);
        const post = async (timestamp: number, change: Record<string, string> = {}): Promise<number> => {
          const message = { eventId, eventType: 'test.happened', deliveryId: id, timestamp, body };
          const headers = { ...signedHeaders(message, [secret]), ...change };
          return (await fetch(url, { method: 'POST', headers, body: new Uint8Array(body) })).status;
        };
        expect(await post(now)).toBe(204);
        expect(await post(now - 301)).toBe(401);
        expect(await post(now + 400)).toBe(401);
        expect(await post(now, { 'webhook-signature': `v1,${Buffer.alloc(32).toString('base64')}` })).toBe(401);
        expect(await post(now, { 'webhook-id': 'another' })).toBe(401);
        const lines = output().trim().split('\n').slice(1);
        expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
          { event_type: 'test.happened', payload: { n: 1 } },
        ]);
      },
    );
  });
}

/** Starts the program in a group of its own: `go run` starts another. Returns its output so far. */
function startReceiver(program: string, args: readonly string[], env: Record<string, string>): () => string {
  const cache = mkdtempSync(join(tmpdir(), 'casparian-example-'));
  const child = spawn(program, args, {
    cwd: EXAMPLES,
    env: { ...process.env, GOTMPDIR: cache, GOTOOLCHAIN: 'local', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  onTestFinished(async () => {
    const closed = new Promise((resolve) => child.once('close', resolve));
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    await closed;
    rmSync(cache, { recursive: true, force: true });
  });
  return () => output;
}
