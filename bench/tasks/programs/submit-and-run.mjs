// node submit-and-run.mjs RUNS CONCURRENCY DATABASE LOGS: submits tasks that run /bin/true, each with its own spec, runs them
// with one worker, and prints the seconds from before the submission to the commit of the last completion.
import { createWorker, openEngine } from '../../../dist/engine/index.js';
import { openTaskRuntime, readRunSpec, submitTasks, taskJobs } from '../../../dist/tasks/index.js';
import { nowMs } from '../../shared/clock.mjs';
import { WARM_UP_RUNS } from './lanes.mjs';

const [runs, concurrency, database, logs] = process.argv.slice(2);
const MEBIBYTE = 2 ** 20;

const engine = await openEngine({ database, migrate: true });
const runtime = openTaskRuntime({
  env: process.env,
  logs,
  logBytes: MEBIBYTE,
  allow: [],
  maxResultBytes: MEBIBYTE,
});
let onEnded;
const worker = createWorker(engine, {
  jobs: taskJobs(runtime),
  concurrency: Number(concurrency),
  observer: { ended: (_job, { status }) => onEnded(status) },
});
await worker.start();
await submitAndRun('warm-up', WARM_UP_RUNS);
const seconds = await submitAndRun('measured', Number(runs));
await worker.stop({ graceMs: 1_000 });
await runtime.close();
await engine.close();
process.stdout.write(JSON.stringify({ seconds }));

async function submitAndRun(round, count) {
  const startedAt = nowMs();
  const done = whenCompleted(count);
  const submissions = Array.from({ length: count }, (_, number) => ({
    ...readRunSpec({ command: ['/bin/true'], payload: { round, number } }),
    reuse: 'running',
  }));
  const receipts = await submitTasks(engine, submissions);
  if (receipts.some(({ deduplicated }) => deduplicated)) throw new Error('two specs were deduplicated');
  await done;
  return (nowMs() - startedAt) / 1_000;
}

function whenCompleted(count) {
  let completed = 0;
  return new Promise((resolve, reject) => {
    onEnded = (status) => {
      if (status !== 'completed') return reject(new Error(`a task ended ${status}`));
      if (++completed === count) resolve();
    };
  });
}
