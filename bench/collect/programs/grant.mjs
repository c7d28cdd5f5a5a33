// node --import tsx grant.mjs DATABASE CLIENTS [GRANTS]: prints the median time of one grant of a rate limit, with clients on the same key.
import { takeTokens } from '../../../src/engine/index.ts';
import { median } from '../../shared/statistics.mjs';
import { openCollectDatabase } from './collect-database.mjs';

const [url, clients, count = 3_000] = process.argv.slice(2);
const WARM_UP_GRANTS = 500;
const REQUEST = { key: 'source one', rate: { perMinute: 60_000_000, burst: 1_000_000 } };

const { engine, tenant } = await openCollectDatabase(url, Number(clients));
await grants(WARM_UP_GRANTS);
const seconds = median(await grants(Number(count)));
await engine.close();
process.stdout.write(JSON.stringify({ seconds }));

async function grants(count) {
  const times = [];
  const client = async () => {
    for (let done = 0; done < count / Number(clients); done++) {
      const begun = performance.now();
      const { granted } = await takeTokens(tenant, REQUEST);
      if (!granted) throw new Error('the limit is too low for this benchmark');
      times.push((performance.now() - begun) / 1_000);
    }
  };
  await Promise.all(Array.from({ length: Number(clients) }, client));
  return times;
}
