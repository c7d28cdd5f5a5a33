// node --import tsx valuations.mjs DATABASE INTAKES: prints the CPU seconds of valuing intakes with 100 points each: their points are read
// from the database, valued, and the valuations are stored.
import { addSource, findPoints, storeRates } from '../../../src/collect/index.ts';
import { computeValuation, storedForm } from '../../../src/collect/jobs/value-job.ts';
import { storePoints } from '../../../src/collect/points/store-points.ts';
import { storeValuation } from '../../../src/collect/points/valuations.ts';
import { newId } from '../../../src/platform/index.ts';
import { cpuSecondsOf, createRandom, openCollectDatabase } from './collect-database.mjs';
import { madePoints } from './made-points.mjs';

const [url, intakes] = process.argv.slice(2);
const POINTS_PER_INTAKE = 100;
const INTAKES_PER_TRANSACTION = 100;
const SOURCES = 4;
const DAYS_OF_RATES = 400;
const MS_PER_DAY = 86_400_000;

const { engine, tenant } = await openCollectDatabase(url);
const ids = await storeIntakes();
const seconds = await cpuSecondsOf(async () => {
  for (const id of ids) {
    const valuation = await computeValuation(tenant, id, await findPoints(tenant, { intakeIds: [id] }));
    if (valuation.n === 0) throw new Error('no point was used');
    await tenant.transaction((tx) => storeValuation(tx, id, storedForm(valuation)));
  }
});
await engine.close();
process.stdout.write(JSON.stringify({ seconds }));

async function storeIntakes() {
  const random = createRandom(7);
  const sources = [];
  for (let index = 0; index < SOURCES; index++) {
    const given = {
      kind: 'json',
      url: 'http://127.0.0.1:1/',
      extract: { items: 'results', fields: { price: 'price', currency: 'currency' } },
    };
    sources.push((await addSource(tenant, `source-${index}`, given, { allowPrivate: true })).source.id);
  }
  const days = Array.from({ length: DAYS_OF_RATES }, (_, age) => new Date(Date.now() - age * MS_PER_DAY));
  await storeRates(
    tenant,
    days.map((day) => ({ base: 'USD', quote: 'EUR', day: day.toISOString().slice(0, 10), rate: '0.9125' })),
  );
  const made = Array.from({ length: Number(intakes) }, () => newId());
  for (let first = 0; first < made.length; first += INTAKES_PER_TRANSACTION) {
    await tenant.transaction(async (tx) => {
      for (const intakeId of made.slice(first, first + INTAKES_PER_TRANSACTION)) {
        const points = madePoints(random, POINTS_PER_INTAKE);
        for (const [index, sourceId] of sources.entries()) {
          const some = points.filter((_, at) => at % SOURCES === index);
          await storePoints(tx, { intakeId, sourceId, isStale: false }, some);
        }
      }
    });
  }
  return made;
}
