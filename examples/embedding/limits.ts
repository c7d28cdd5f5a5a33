import { createWorker, defineJob } from 'casparian/engine';
import { z } from 'zod';
import { openJobs, untilFinished } from './jobs.js';

const engine = await openJobs();

const sendInvoice = defineJob({
  type: 'send-invoice',
  payload: z.object({ customer: z.string() }),
  limits: [{ key: (payload) => payload.customer, concurrency: 2, rate: { perMinute: 6_000, burst: 5 } }],
  run: ({ customer }) => `sent to ${customer}`,
});
const worker = createWorker(engine, { jobs: [sendInvoice] });
await worker.start();

const receipts = await engine.enqueueMany(sendInvoice, Array(8).fill({ customer: 'acme' }));
const jobs = await Promise.all(receipts.map(({ id }) => untilFinished(engine, id)));
console.log('sent, two at a time:', jobs.filter(({ status }) => status === 'completed').length);
await worker.stop();
await engine.close();
