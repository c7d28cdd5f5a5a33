import { countByStatus, createWorker, defineJob, explainJob, listSchedules, snooze } from 'casparian/engine';
import type { WorkerObserver } from 'casparian/engine';
import { setTimeout as sleep } from 'node:timers/promises';
import { openJobs, untilFinished } from './jobs.js';

const engine = await openJobs();

const endless = defineJob({
  type: 'endless',
  run: async (_payload, { signal, progress }) => {
    progress(0.1, 'begun');
    await sleep(60_000, undefined, { signal });
  },
});
let looks = 0;
const patient = defineJob({ type: 'patient', run: () => (++looks < 3 ? snooze(50) : `there at look ${looks}`) });

// What to count, and where: prom-client, statsd, a variable.
const ended = new Map<string, number>();
const observer: WorkerObserver = {
  ended: (_job, { status }) => void ended.set(status, (ended.get(status) ?? 0) + 1),
};
const worker = createWorker(engine, { jobs: [endless, patient], observer });
await worker.start();

const running = await engine.enqueue(endless, {});
while ((await engine.job(running.id)).status !== 'running') await sleep(20);
await engine.cancel(running.id); // from any process, on any machine
console.log('cancelled while it ran:', (await untilFinished(engine, running.id)).status);

const waits = await engine.enqueue(patient, {});
const { result, attempts } = await untilFinished(engine, waits.id);
console.log(result, `${attempts} attempts charged`);

await engine.pauseQueue('slow', 'the printer is out of paper');
const paused = await engine.enqueue(patient, {}, { queue: 'slow' });
console.log((await explainJob(engine.database, paused.id)).reasons[0]?.message);
await engine.resumeQueue('slow');
await untilFinished(engine, paused.id);

await engine.schedule('nightly', patient, {}, { cron: '30 2 * * *', timezone: 'Europe/Berlin', replace: true });
console.log((await listSchedules(engine.database)).map(({ name, cron }) => `${name} at ${cron}`));

await worker.stop();
console.log('this worker:', Object.fromEntries(ended));
console.log('the database:', await countByStatus(engine.database));
await engine.close();
