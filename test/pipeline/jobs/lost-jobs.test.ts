import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { RegisteredParser } from '../../../src/pipeline/registry/registered-parser.js';
import { STORES } from '../../cli/store.js';
import { allJobsEnd, jobEnds } from '../../engine/staging/workers.js';
import { PATIENCE_MS, waitUntil } from '../../services/wait-until.js';
import { NUMBERS_PARSER, useWorkplace } from './workplace.js';

describe.each(STORES)('parse jobs of several workers on %s', (kind) => {
  const place = useWorkplace(kind, { working: false, sandbox: 'off' });
  let numbers: RegisteredParser;
  beforeAll(async () => {
    numbers = await place.register(NUMBERS_PARSER);
  });

  test('a worker that lost its job after the run makes nothing visible, and leaves no file', async () => {
    const [begun, gate] = [join(place.home, 'begun'), join(place.home, 'gate')];
    const waits = `
!exec("first = not os.path.exists('${begun}')\\nopen('${begun}', 'w')\\nwhile first and not os.path.exists('${gate}'): time.sleep(0.01)")`;
    const file = await place.file('lost.csv', `1,1${waits}\n2,2\n`);
    const slow = await place.startWorker({ id: 'slow', renewEveryMs: 60_000, leaseMs: 120_000 });
    const id = await place.plan(file, numbers);
    await waitUntil(() => existsSync(begun), { for: 'the first run', intervalMs: 5 });
    await place.engine.database.script(`UPDATE cf_jobs SET lease_expires_at = 1 WHERE id = '${id}'`);
    const quick = await place.startWorker({ id: 'quick', pollEveryMs: 50 }, await place.openRuntime({ warm: false }));
    const job = await jobEnds(place.engine, id);
    expect(job).toMatchObject({ status: 'completed', fence: 2, result: { rows_valid: 2 } });
    await writeFile(gate, '');
    await waitUntil(() => slow.status.running === 0, { for: 'the first run to end', intervalMs: 5 });
    await slow.stop();
    await expect.poll(() => place.filesOf(id), { timeout: PATIENCE_MS }).toEqual([`numbers/numbers/${id}-2.jsonl`]);
    expect(await place.visibleIds(file)).toEqual([1, 2]);
    await quick.stop();
  });

  test('two workers on one queue process every file once', async () => {
    const contents = Array.from({ length: 12 }, (_, index) => `${index},1\n`);
    const files = await Promise.all(contents.map((content, index) => place.file(`shared-${index}.csv`, content)));
    for (const file of files) await place.plan(file, numbers);
    await Promise.all(['one', 'two'].map((id) => place.startWorker({ id, concurrency: 2 })));
    await allJobsEnd(place.engine);
    const visible = await Promise.all(files.map((file) => place.visibleIds(file)));
    expect(visible).toEqual(contents.map((_, index) => [index]));
    const jobs = await place.rows("SELECT 1 FROM cf_jobs WHERE status <> 'completed' OR crashes > 1");
    expect(jobs).toEqual([]);
  });
});
