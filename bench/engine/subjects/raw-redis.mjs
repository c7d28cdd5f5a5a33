import { sleep } from '../../shared/clock.mjs';
import { until } from '../measure/until.mjs';

const PENDING = 'raw:pending';
const RUNNING = 'raw:running';
const LANES = 100;

export const subjects = [
  {
    id: 'raw-redis',
    label: 'raw Redis, LMOVE + LREM, 100 in flight',
    enqueueLabel: 'raw Redis, LPUSH',
    store: 'redis',
    durability: 'Redis default: memory, with a snapshot now and then (acknowledged jobs can be lost)',
    open: openDriver,
  },
];

async function openDriver(place) {
  const { Redis } = await import('ioredis');
  const redis = new Redis(place.url);
  let unfinished = 0;

  return {
    enqueueOne: (payload) => {
      unfinished += 1;
      return redis.lpush(PENDING, JSON.stringify(payload));
    },
    enqueueMany: (payloads) => {
      unfinished += payloads.length;
      return redis.lpush(PENDING, ...payloads.map((payload) => JSON.stringify(payload)));
    },
    startWorker: async (onStart) => {
      let stopping = false;
      const lanes = Array.from({ length: LANES }, async () => {
        while (!stopping) {
          const job = await redis.lmove(PENDING, RUNNING, 'RIGHT', 'LEFT');
          if (job === null) {
            await sleep(10);
            continue;
          }
          onStart(JSON.parse(job));
          await redis.lrem(RUNNING, -1, job);
          unfinished -= 1;
        }
      });
      return {
        stop: async () => {
          stopping = true;
          await Promise.all(lanes);
        },
      };
    },
    settled: () => until(() => unfinished === 0, 'the lists to be empty'),
  };
}
