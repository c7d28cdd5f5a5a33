import {
  complete,
  defineJob,
  followUp,
  isFinished,
  openEngine,
  PermanentError,
  RetryableError,
} from 'casparian/engine';
import type { Engine, JobRecord } from 'casparian/engine';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';

export const sendReceipt = defineJob({
  type: 'send-receipt',
  payload: z.object({ order: z.number().int() }), // any Standard Schema: zod, valibot, arktype …
  retry: { kind: 'fixed', baseMs: 50 }, // unless said: 2, 4, 8, 16 … s
  maxAttempts: 3,
  timeoutMs: 10_000,
  run: ({ order }, { job, log }) => {
    if (job.attempt === 1) throw new RetryableError('The mail server is busy');
    log.info(`the receipt of order ${order} is on its way`);
    return { sent: true };
  },
});

export const chargeOrder = defineJob({
  type: 'charge-order',
  payload: z.object({ order: z.number().int(), cents: z.number().int() }),
  run: ({ order, cents }) => {
    if (cents <= 0) throw new PermanentError(`Order ${order} costs nothing`);
    // The receipt is enqueued in the commit that completes this job: never without it, never twice.
    return complete({ charged: cents }, { enqueue: [followUp(sendReceipt, { order })] });
  },
});

/** SQLite migrates when it is opened, PostgreSQL when it is told to. */
export function openJobs(): Promise<Engine> {
  return openEngine({ database: process.env['DATABASE_URL'] ?? 'sqlite:jobs.db', migrate: true });
}

export async function untilFinished(engine: Engine, id: string): Promise<JobRecord> {
  for (;;) {
    const job = await engine.job(id);
    if (isFinished(job.status)) return job;
    await sleep(20);
  }
}
