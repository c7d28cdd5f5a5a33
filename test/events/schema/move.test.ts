import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { moveJobs } from '../../../src/engine/index.js';
import { databaseSource, EVENTS_TABLES, recordEvents, sealEvents, verifyEvents } from '../../../src/events/index.js';
import { readSigningKey } from '../../../src/platform/signing/signing-key.js';
import { freshStore } from '../../cli/store.js';
import { eventOf } from '../staging/events.js';

const key = readSigningKey(randomBytes(32).toString('base64'));

test('a move carries the log with its tree heads, and the target continues it', async () => {
  const [source, target] = [(await freshStore('sqlite')).engine, (await freshStore('postgres')).engine];
  for (const { name, columns } of EVENTS_TABLES) {
    const found = await source.database.query<{ name: string }>(`PRAGMA table_info(${name})`);
    expect(columns, name).toEqual(found.map((column) => column.name));
  }
  const events = Array.from({ length: 50 }, (_, index) => eventOf(String(index % 7)));
  await source.database.transaction((tx) => recordEvents(tx, 'acme', events));
  await sealEvents(source.database, 'acme', key);
  await source.database.transaction((tx) => recordEvents(tx, 'acme', [eventOf('1')]));
  const reports = await moveJobs(source, target, { tables: EVENTS_TABLES });
  expect(reports).toContainEqual(expect.objectContaining({ table: 'cf_events', rows: 51, copied: 51 }));
  const again = await moveJobs(source, target, { tables: EVENTS_TABLES });
  expect(again.map(({ copied }) => copied)).toEqual(again.map(() => 0));

  const verify = () => verifyEvents(databaseSource(target.database, 'acme'), { trustedKeys: [key.publicKey] });
  expect(await verify()).toMatchObject({ ok: true, chains: 7, events: 51, unsealed: 1, heads: 1 });
  const [next] = await target.database.transaction((tx) => recordEvents(tx, 'acme', [eventOf('1')]));
  expect(next!.aggregateVersion).toBe(9);
  await sealEvents(target.database, 'acme', key);
  expect(await verify()).toMatchObject({ ok: true, events: 52, unsealed: 0, heads: 2 });
});

test('an empty log is moved, too', async () => {
  const [source, target] = [(await freshStore('sqlite')).engine, (await freshStore('postgres')).engine];
  await moveJobs(source, target, { tables: EVENTS_TABLES });
  const [first] = await target.database.transaction((tx) => recordEvents(tx, 'acme', [eventOf('1')]));
  expect(first!.aggregateVersion).toBe(1);
});
