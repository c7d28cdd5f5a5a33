// node --import tsx valuations.mjs DATABASE INTAKES: prints the CPU seconds of valuing intakes with 100 points each: their points are read
// from the database, valued, and the valuations are stored.
import { addSource, storeRates } from '../../../src/collect/index.ts';
import { computeValuations, storedForm } from '../../../src/collect/jobs/compute-valuations.ts';
import { storePoints } from '../../../src/collect/points/store-points.ts';
import { storeValuations } from '../../../src/collect/points/valuations.ts';
import { newId } from '../../../src/platform/index.ts';
import { cpuSecondsOf, createRandom, openCollectDatabase } from './collect-database.mjs';
import { madePoints } from './made-points.mjs';

const [url, intakes] = process.argv.slice(2);
const POINTS_PER_INTAKE = 100;
const INTAKES_PER_TRANSACTION = 100;
const INTAKES_AT_ONCE = 50;
const SOURCES = 4;
const DAYS_OF_RATES = 400;
const MS_PER_DAY = 86_400_000;

const { engine, tenant } = await openCollectDatabase(url);
const ids = await storeIntakes();
const seconds = await cpuSecondsOf(async () => {
  // As jobs of a worker that run at the same time do.
  for (let first = 0; first < ids.length; first += INTAKES_AT_ONCE) {
    const intakes = ids.slice(first, first + INTAKES_AT_ONCE).map((id) => ({ id, halfLifeDays: null }));
    const valuations = await computeValuations(tenant, intakes);
    if ([...valuations.values()].some(({ n }) => n === 0)) throw new Error('no point was used');
    const stored = new Map([...valuations].map(([id, valuation]) => [id, storedForm(valuation)]));
    await tenant.transaction((tx) => storeValuations(tx, stored));
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
