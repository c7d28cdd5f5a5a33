import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../cli/store.js';
import { ask } from '../staging/ask.js';
import { useOutputsPlace } from '../staging/outputs-place.js';

const place = useOutputsPlace('sqlite');

test('a folder whose name looks like a pattern is a folder', async () => {
  await place.write({ parser: 'p', output: 'orders', select: 'SELECT 1 AS id' });
  await place.write({ parser: 'p', output: 'orders', select: 'SELECT 2 AS id' });
  const folder = join(await temporaryFolder(), "it's [one] of * many?");
  await cp(place.folder, folder, { recursive: true });
  expect(await ask({ ...place, engine: place.engine, folder }, 'select id from orders order by id')).toEqual([
    { id: 1 },
    { id: 2 },
  ]);
});
