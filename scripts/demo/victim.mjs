// A worker with a short lease that says when it has taken the job, and then waits to be killed.
import { createWorker, openEngine } from '../../dist/engine/index.js';
import { report } from './jobs.mjs';

const engine = await openEngine({ database: process.argv[2] });
const worker = createWorker(engine, {
  jobs: [report],
  id: 'victim',
  leaseMs: 2_000,
  observer: { claimed: () => console.log('claimed') },
});
await worker.start();
