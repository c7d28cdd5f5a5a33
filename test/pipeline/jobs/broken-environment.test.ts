import { unlinkSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packBundle } from '../../../src/pipeline/bundle/pack-bundle.js';
import { environmentPlace, startingPoint } from '../../../src/pipeline/environments/environment-place.js';
import { readJobLog } from '../../../src/operations/jobs/read-job-log.js';
import { storeParser } from '../../../src/pipeline/registry/store-parser.js';
import { jobEnds } from '../../engine/staging/workers.js';
import { hasTools, openWorkshop, type Workshop } from '../environments/workshop.js';
import { useWorkplace } from './workplace.js';
import { rowsOfTenant } from '../staging/tenant.js';

const DESCRIBED = {
  name: 'counts',
  version: '1',
  topics: [],
  outputs: null,
  imports: ['tiny_tables'],
  notes: [],
  network: false,
};

describe.skipIf(!hasTools)('a parse job whose environment is built from a lockfile', () => {
  const place = useWorkplace('sqlite', { working: false });
  let workshop: Workshop;
  beforeAll(async () => {
    workshop = await openWorkshop();
    await place.startWorker(
      { queues: ['default'] },
      await place.openRuntime({ python: undefined, offline: false, env: workshop.env }),
    );
  });
  afterAll(() => workshop.close());

  test('runs in it, and has it built again when its Python does not start any more', async () => {
    const bundle = await packBundle(workshop.parser.directory);
    const { parser } = await storeParser(rowsOfTenant(place.engine), bundle, DESCRIBED);
    const whole = await place.plan(await place.file('one.csv', 'x'), parser);
    const first = await jobEnds(place.engine, whole);
    expect(first).toMatchObject({ status: 'completed', result: { rows_valid: 1 } });

    const { folder } = environmentPlace(place.runtime.home, bundle.lockfileHash!);
    const python = startingPoint(folder, 'python');
    unlinkSync(python);
    writeFileSync(python, '#!/bin/sh\nexit 3\n', { mode: 0o755 });
    // Another runtime, as a worker that is started later has it: the first one still has a warm Python.
    const later = await place.openRuntime({ python: undefined, offline: false, env: workshop.env });
    await place.startWorker({ id: 'later', queues: ['later'] }, later);
    const file = await place.file('two.csv', 'y');
    const id = await place.engine.transaction(async (tx) => {
      const planned = await place.plan(file, parser, tx);
      await tx.script(`UPDATE cf_jobs SET queue = 'later' WHERE id = '${planned}'`);
      return planned;
    });
    const second = await jobEnds(place.engine, id);
    expect(second).toMatchObject({ status: 'completed', errors: [], result: { rows_valid: 1 } });
    // In the database, if the attempt was short.
    const { lines } = await readJobLog(place.engine, await place.engine.job(id), place.runtime.home);
    expect(lines.some(({ message }) => message.endsWith('Its environment is built again.'))).toBe(true);
  }, 60_000);
});
