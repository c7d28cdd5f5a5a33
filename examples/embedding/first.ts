import { createWorker, jobLogs } from 'casparian/engine';
import { chargeOrder, openJobs, sendReceipt, untilFinished } from './jobs.js';

const engine = await openJobs();
const worker = createWorker(engine, { jobs: [chargeOrder, sendReceipt], concurrency: 20 });
await worker.start();

const charge = await engine.enqueue(chargeOrder, { order: 1, cents: 4_200 }, { idempotencyKey: 'order-1' });
const again = await engine.enqueue(chargeOrder, { order: 1, cents: 4_200 }, { idempotencyKey: 'order-1' });
console.log(`the same key again is the same job: ${again.id === charge.id}`);

const charged = await untilFinished(engine, charge.id);
console.log(charged.type, charged.status, charged.result);

const [receipt] = await engine.jobs({ type: 'send-receipt' });
const sent = await untilFinished(engine, receipt?.id ?? '');
console.log(sent.type, sent.status, `after ${sent.attempts} failed attempt: ${sent.errors[0]?.message}`);
console.log((await jobLogs(engine.database, sent.id)).map(({ message }) => message));

const free = await engine.enqueue(chargeOrder, { order: 2, cents: 0 });
console.log((await untilFinished(engine, free.id)).status);
await engine.enqueue(chargeOrder, { order: 3, cents: 1.5 }).catch((error: Error) => console.log(error.message));

await worker.stop();
await engine.close();
