import { until } from '../measure/until.mjs';

const QUEUE = 'bench';

export const subjects = [
  bullmq({ id: 'bullmq', settings: 'default, c=10', worker: { concurrency: 10 } }),
  bullmq({
    id: 'bullmq-c100',
    settings: 'c=100, removeOnComplete',
    worker: { concurrency: 100, removeOnComplete: { count: 0 } },
  }),
];

function bullmq({ id, settings, worker }) {
  return {
    id,
    label: `BullMQ ${settings}`,
    enqueueLabel: 'BullMQ',
    store: 'redis',
    durability: 'Redis default: memory, with a snapshot now and then (acknowledged jobs can be lost)',
    open: (place) => openDriver(place, worker),
  };
}

async function openDriver(place, workerOptions) {
  const { Queue, Worker } = await import('bullmq');
  const { hostname: host, port } = new URL(place.url);
  const connection = { host, port: Number(port) };
  const queue = new Queue(QUEUE, { connection });
  await queue.waitUntilReady();
  const left = async () => {
    const counts = await queue.getJobCounts('waiting', 'active', 'prioritized', 'delayed');
    return Object.values(counts).reduce((sum, count) => sum + count, 0);
  };

  return {
    enqueueOne: (payload) => queue.add('job', payload),
    enqueueMany: (payloads) => queue.addBulk(payloads.map((data) => ({ name: 'job', data }))),
    startWorker: async (onStart) => {
      const worker = new Worker(QUEUE, async (job) => onStart(job.data), { connection, ...workerOptions });
      worker.on('error', (error) => console.error(error));
      await worker.waitUntilReady();
      return { stop: () => worker.close() };
    },
    settled: () => until(async () => (await left()) === 0, 'BullMQ to complete its jobs'),
  };
}
