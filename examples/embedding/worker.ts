import { createWorker, defineJob } from 'casparian/engine';
import { setTimeout as sleep } from 'node:timers/promises';
import { openJobs } from './jobs.js';

export const longWork = defineJob({
  type: 'long-work',
  run: async (_payload, { signal }) => {
    console.log('working');
    await sleep(60_000, undefined, { signal });
  },
});

const engine = await openJobs();
const worker = createWorker(engine, { jobs: [longWork] });
await worker.start();
await engine.enqueue(longWork, {});

process.once('SIGTERM', () => void stop());

async function stop(): Promise<void> {
  const { returned } = await worker.stop({ graceMs: 100 }); // mostly 25 s, and less than whatever stops you waits
  await engine.close();
  console.log(`stopped, ${returned} job returned to the queue`);
}
