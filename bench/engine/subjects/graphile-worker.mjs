import { createSettled } from '../measure/postgres-settled.mjs';

const LEFT = 'select 1 from graphile_worker._private_jobs limit 1'; // graphile-worker deletes what it completed

export const subjects = [
  graphile({ id: 'graphile-default', settings: 'default, c=10', concurrency: 10, batching: {} }),
  graphile({
    id: 'graphile-batched',
    settings: 'localQueue 500, completeJobBatchDelay 0, c=10',
    concurrency: 10,
    batching: { localQueue: { size: 500 }, completeJobBatchDelay: 0, failJobBatchDelay: 0 },
  }),
  graphile({
    id: 'graphile-batched-c24',
    settings: 'localQueue 500, completeJobBatchDelay 0, c=24',
    concurrency: 24,
    batching: { localQueue: { size: 500 }, completeJobBatchDelay: 0, failJobBatchDelay: 0 },
  }),
  graphile({
    id: 'graphile-batched-250',
    settings: 'localQueue 500, completeJobBatchDelay 250, c=24',
    concurrency: 24,
    batching: { localQueue: { size: 500 }, completeJobBatchDelay: 250, failJobBatchDelay: 250 },
  }),
];

function graphile({ id, settings, concurrency, batching }) {
  return {
    id,
    label: `graphile-worker ${settings}`,
    enqueueLabel: 'graphile-worker',
    store: 'pg',
    runtime: 'newer',
    durability: 'synchronous_commit=on, fsync=on; completed jobs are deleted',
    open: (place) => openDriver(place, concurrency, batching),
  };
}

async function openDriver(place, concurrency, batching) {
  const { Logger, makeWorkerUtils, run } = await import('graphile-worker');
  const shared = {
    connectionString: place.url,
    logger: new Logger(() => () => {}),
    preset: { worker: { ...batching } },
  };
  const utils = await makeWorkerUtils(shared);
  await utils.migrate();

  return {
    enqueueOne: (payload) => utils.addJob('bench', payload),
    enqueueMany: (payloads) => utils.addJobs(payloads.map((payload) => ({ identifier: 'bench', payload }))),
    startWorker: (onStart) =>
      run({ ...shared, concurrency, noHandleSignals: true, taskList: { bench: async (payload) => onStart(payload) } }),
    settled: createSettled(place.url, LEFT),
  };
}
