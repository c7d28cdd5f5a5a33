import { expect, test } from 'vitest';
import { tenantDatabase } from '../../../src/database/index.js';
import { addIntake, addSource, COLLECT_TABLES, findSource, listIntakes } from '../../../src/collect/index.js';
import { moveJobs } from '../../../src/engine/index.js';
import { freshStore } from '../../cli/store.js';
import { JSON_SOURCE, PRIVATE } from '../staging/stage.js';

test('a move carries sources with their breakers, intakes and bodies', async () => {
  const [source, target] = [(await freshStore('sqlite')).engine, (await freshStore('postgres')).engine];
  for (const { name, columns } of COLLECT_TABLES) {
    const found = await source.database.query<{ name: string }>(`PRAGMA table_info(${name})`);
    expect(columns, name).toEqual(found.map((column) => column.name));
    expect(columns, name).toContain('tenant');
  }
  const before = tenantDatabase(source.database, 'acme');
  await addSource(before, 'coins', { ...JSON_SOURCE, trust: 0.75, ratePerMinute: 0.5 }, PRIVATE);
  await addIntake(before, {
    ...{ ref: 'a', title: 'Morgan', year: 1921, mintMark: null, denomination: null, series: null },
    attributes: { grade: 'VF' },
  });
  await source.database.query(
    `INSERT INTO cf_source_bodies (tenant, hash, content, size_bytes, created_at) VALUES ('acme', 'h', x'00ff1f', 3, 1)`,
  );
  await moveJobs(source, target, { tables: COLLECT_TABLES });
  const after = tenantDatabase(target.database, 'acme');
  expect(await findSource(after, 'coins')).toEqual(await findSource(before, 'coins'));
  expect(await listIntakes(after, { limit: 10 })).toEqual(await listIntakes(before, { limit: 10 }));
  const [body] = await target.database.query<{ content: Uint8Array }>('SELECT content FROM cf_source_bodies');
  expect([...body!.content]).toEqual([0x00, 0xff, 0x1f]);
});
