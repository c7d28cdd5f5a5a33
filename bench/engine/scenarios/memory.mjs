import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { sleep } from '../../shared/clock.mjs';
import { payload } from '../measure/payload.mjs';

const BYTES_PER_MB = 1024 * 1024;
const WAVES = 4;

/**
 * The resident memory of a worker process: idle, and with very many concurrent enqueue calls. With enough memory, V8
 * delays garbage collection for several waves (without forced collection, four waves reached 1.2 GB and fell back to 0.5).
 * So garbage is collected between waves, and unbounded growth is looked for in the live heap.
 */
export const memory = {
  name: 'memory',
  title: 'Memory of a worker process',
  metrics: [
    { key: 'idle', label: 'idle worker, resident', unit: 'MB', lowerIsBetter: true },
    { key: 'peak1', label: 'first wave of enqueues in flight, resident peak', unit: 'MB', lowerIsBetter: true },
    { key: 'after1', label: 'after the first wave, resident', unit: 'MB', lowerIsBetter: true },
    { key: 'alive1', label: 'after the first wave, live heap', unit: 'MB', lowerIsBetter: true },
    { key: 'peak2', label: 'second wave, resident peak', unit: 'MB', lowerIsBetter: true },
    { key: 'peak4', label: 'fourth wave, resident peak', unit: 'MB', lowerIsBetter: true },
    { key: 'after4', label: 'after the fourth wave, resident', unit: 'MB', lowerIsBetter: true },
    { key: 'alive4', label: 'after the fourth wave, live heap', unit: 'MB', lowerIsBetter: true },
  ],
  rounds: () => 1, // memory repeats to within a few MB

  cases: ({ idleSeconds, waveJobs }) =>
    ['casparian-pg', 'casparian-sqlite', 'graphile-default', 'pg-boss-poll', 'plainjob', 'bullmq'].map((subject) => ({
      subject,
      params: { idleSeconds, waveJobs: subject.startsWith('casparian') ? waveJobs : 0 },
    })),

  measure: async ({ subject, place, params }) => {
    const driver = await subject.open(place);
    await driver.startWorker(() => {});
    await sleep(params.idleSeconds * 1000);
    const values = { idle: residentMb() };
    if (params.waveJobs === 0) return values;
    for (let wave = 1; wave <= WAVES; wave++) {
      values[`peak${wave}`] = await peakOfWave(driver, params.waveJobs);
      await driver.settled();
      await sleep(params.idleSeconds * 500);
      values[`after${wave}`] = residentMb();
      values[`alive${wave}`] = liveMb();
    }
    return values;
  },

  targets: ['casparian-pg', 'casparian-sqlite'].flatMap((subject) => [
    { subject, metric: 'idle', limit: 120 },
    { subject, metric: 'alive4', atMost: 1.2, against: [subject], againstMetric: 'alive1', name: 'first wave' },
    { subject, metric: 'peak4', atMost: 1.2, against: [subject], againstMetric: 'peak2', name: 'second wave' },
  ]),
};

async function peakOfWave(driver, jobs) {
  let peak = 0;
  const look = () => (peak = Math.max(peak, residentMb()));
  const watch = setInterval(look, 20);
  const enqueued = Array.from({ length: jobs }, (_, number) => driver.enqueueOne(payload(number)));
  look();
  await Promise.all(enqueued);
  look();
  clearInterval(watch);
  return peak;
}

/** The live heap: its size after a full collection. */
function liveMb() {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed / BYTES_PER_MB;
}

function residentMb() {
  return process.memoryUsage.rss() / BYTES_PER_MB;
}
