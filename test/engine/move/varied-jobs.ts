import {
  complete,
  completeWithWarnings,
  countByStatus,
  createWorker,
  defineJob,
  followUp,
  PermanentError,
  RetryableError,
} from '../../../src/engine/index.js';
import type { Engine, JobDefinition } from '../../../src/engine/index.js';
import { waitUntil } from '../../services/wait-until.js';
import { advanceTime } from '../staging/advance-time.js';

export const plain = defineJob({ type: 'plain', run: (_payload, { job }) => ({ attempt: job.attempt }) });

const varied = (engine: Engine): readonly JobDefinition[] => [
  defineJob({
    type: 'talkative',
    run: (_payload, { job, log, progress }) => {
      log.info('a line with "quotes", a null \0 and an é');
      log.error('');
      progress(0.5, 'half');
      // Progress is written for running jobs only, a moment after it was said.
      return waitUntil(async () => (await engine.job(job.id)).progress !== null, { for: 'its progress' });
    },
  }),
  defineJob({ type: 'warning', run: () => completeWithWarnings({ rows: 3 }, ['one row looked odd']) }),
  defineJob({
    type: 'family',
    run: () => complete('done', { enqueue: [followUp(plain, 'a child', { delayMs: 3_600_000 })] }),
  }),
  defineJob({ type: 'failing', run: () => Promise.reject(new PermanentError('no use\0at all')) }),
  defineJob({ type: 'dying', maxAttempts: 1, run: () => Promise.reject(new RetryableError('again and again')) }),
  defineJob({ type: 'waiting', run: () => Promise.reject(new RetryableError('later', { retryAfterMs: 3_600_000 })) }),
];

/** A database with a job in every state, among them one whose worker has died, and everything else a move carries. */
export async function fillWithEverything(engine: Engine): Promise<void> {
  await letWorkersWork(engine);
  await engine.enqueue(plain, 'now', {
    tenant: 'north',
    queue: 'fast',
    priority: 0,
    idempotencyKey: 'key',
    maxAttempts: 9,
  });
  await engine.enqueue(plain, 'later', { runAt: new Date('2099-12-31T23:59:59.999Z') });
  await engine.enqueue(plain, 'specified', { spec: { codeHash: 'abc' } });
  const { id } = await engine.enqueue(plain, 'cancelled');
  await engine.cancel(id);
  await leaveOneToTheRescue(engine);
  await engine.pauseQueue('slow', "it's Sunday");
  await engine.pauseQueue('once');
  await engine.resumeQueue('once');
  for (const name of ['a', 'B', 'b', 'A', 'ä', 'Z', 'z', 'a b', 'a-b', '日本']) {
    await engine.schedule(name, plain, { name }, { cron: '0 3 * * *', timezone: 'Europe/Berlin', catchUp: 'all' });
  }
}

async function letWorkersWork(engine: Engine): Promise<void> {
  const jobs = varied(engine);
  const worker = createWorker(engine, { jobs: [...jobs, plain] });
  for (const job of jobs) await engine.enqueue(job, { of: job.type });
  await worker.start();
  await waitUntil(
    async () => {
      const { running = 0, pending = 0 } = await countByStatus(engine.database);
      // What waits for its retry, and the follow-up.
      return running === 0 && pending === 2;
    },
    { for: 'the varied jobs to end' },
  );
  await worker.stop();
}

async function leaveOneToTheRescue(engine: Engine): Promise<void> {
  const orphan = defineJob({ type: 'orphan', run: () => undefined });
  await engine.enqueue(orphan, 'its worker died');
  const { lanes } = await engine.store.findReadyLanes({ types: ['orphan'] });
  await engine.store.claim(
    'dead-worker',
    1_000,
    lanes.map((lane) => ({ ...lane, quota: 1 })),
  );
  await advanceTime(engine.database, 5_000);
}
