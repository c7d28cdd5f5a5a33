// node --import tsx upsert.mjs DATABASE POINTS: prints the CPU seconds of storing the points of one job. Half of the jobs bring new points,
// half bring points that are known.
import { storePoints } from '../../../src/collect/points/store-points.ts';
import { newId } from '../../../src/platform/index.ts';
import { median } from '../../shared/statistics.mjs';
import { cpuSecondsOf, createRandom, openCollectDatabase } from './collect-database.mjs';
import { madePoints } from './made-points.mjs';

const [url, points] = process.argv.slice(2);
const WARM_UP_JOBS = 4;
const JOBS = 20;

const { engine, tenant } = await openCollectDatabase(url);
const random = createRandom(7);
const sourceId = newId();
const times = [];
for (let job = 0; job < WARM_UP_JOBS + JOBS; job++) {
  const found = madePoints(random, Number(points));
  const place = { intakeId: newId(), sourceId, isStale: false };
  const store = () => tenant.transaction((tx) => storePoints(tx, place, found));
  const [added, known] = [await cpuSecondsOf(store), await cpuSecondsOf(store)];
  if (job >= WARM_UP_JOBS) times.push(added, known);
}
await engine.close();
process.stdout.write(JSON.stringify({ seconds: median(times) }));
