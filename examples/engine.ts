/**
 * The engine as a library: define a job, enqueue it, run a worker. From the repository's root:
 *   npm run setup && npm run build && node --import tsx examples/engine.ts
 */
import { z } from 'zod';
import { complete, createWorker, defineJob, followUp, openEngine, PermanentError } from 'casparian/engine';

const database = process.env['DATABASE_URL'] ?? `sqlite:${process.argv[2] ?? './example.db'}`;

const sendReceipt = defineJob({
  type: 'send-receipt',
  payload: z.object({ order: z.number().int(), email: z.email() }),
  retry: { kind: 'exponential', baseMs: 1_000 },
  timeoutMs: 10_000,
  run: ({ order, email }, { log }) => {
    log.info(`sending the receipt of order ${order} to ${email}`);
    return { sent: true };
  },
});

const chargeOrder = defineJob({
  type: 'charge-order',
  payload: z.object({ order: z.number().int(), cents: z.number().int() }),
  run: ({ order, cents }, { progress }) => {
    if (cents <= 0) throw new PermanentError(`order ${order} costs nothing`);
    progress(0.5, 'charged');
    // The receipt is enqueued in the commit that completes this job: never without it, never twice.
    return complete({ charged: cents }, { enqueue: [followUp(sendReceipt, { order, email: 'ada@example.com' })] });
  },
});

const engine = await openEngine({ database, migrate: true });
const worker = createWorker(engine, { jobs: [chargeOrder, sendReceipt] });
await worker.start();

const first = await engine.enqueue(chargeOrder, { order: 1, cents: 4_200 }, { idempotencyKey: 'order-1' });
const again = await engine.enqueue(chargeOrder, { order: 1, cents: 4_200 }, { idempotencyKey: 'order-1' });
console.log(`accepted ${first.id}; the same key again answers ${again.id === first.id ? 'with that job' : 'anew'}`);

const free = await engine.enqueue(chargeOrder, { order: 2, cents: 0 });
for (;;) {
  const open = await engine.jobs({ statuses: ['pending', 'running'] });
  if (open.length === 0) break;
  await new Promise((resolve) => setTimeout(resolve, 20));
}
for (const job of (await engine.jobs({ limit: 10 })).reverse()) {
  console.log(
    `${job.type.padEnd(13)} ${job.status.padEnd(10)} ${JSON.stringify(job.result ?? job.errors.at(-1)?.message)}`,
  );
}
console.log(`order 2: ${(await engine.job(free.id)).status}`);

await worker.stop();
await engine.close();
