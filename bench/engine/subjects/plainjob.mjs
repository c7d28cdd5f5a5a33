import { until } from '../measure/until.mjs';

const TYPE = 'bench';
const SILENT = { error: console.error, warn: () => {}, info: () => {}, debug: () => {} };

export const subjects = [
  {
    id: 'plainjob',
    label: 'plainjob default, 1 worker',
    enqueueLabel: 'plainjob',
    store: 'sqlite',
    durability: 'WAL, synchronous=NORMAL (its default: a power cut can lose acknowledged jobs)',
    open: openDriver,
  },
];

async function openDriver(place) {
  const { default: Database } = await import('better-sqlite3');
  const { JobStatus, better, defineQueue, defineWorker } = await import('plainjob');
  const queue = defineQueue({ connection: better(new Database(place.file)), logger: SILENT });
  const left = () => queue.countJobs({ status: JobStatus.Pending }) + queue.countJobs({ status: JobStatus.Processing });

  return {
    enqueueOne: async (payload) => queue.add(TYPE, payload),
    enqueueMany: async (payloads) => queue.addMany(TYPE, payloads),
    startWorker: async (onStart) => {
      const worker = defineWorker(TYPE, async (job) => onStart(JSON.parse(job.data)), { queue, logger: SILENT });
      void worker.start(); // resolves only when the worker stops
      return worker;
    },
    settled: () => until(() => left() === 0, 'plainjob to complete its jobs'),
  };
}
