import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { TransactionScope } from '../../../src/database/index.js';
import { databaseSource, recordEvents, sealEvents, verifyEvents } from '../../../src/events/index.js';
import { readSigningKey } from '../../../src/platform/signing/signing-key.js';
import { eventOf, eventRows } from '../staging/events.js';
import { type Fault, withFault } from '../staging/faulty-transaction.js';
import { STORES, useEventStage } from '../staging/stage.js';

const key = readSigningKey(randomBytes(32).toString('base64'));

describe.each(STORES)('a crash on %s', (storeName) => {
  const stage = useEventStage(storeName);
  const verify = () => verifyEvents(databaseSource(stage.engine.database, 'acme'), { trustedKeys: [key.publicKey] });

  /** A change with its events, of new and of known aggregates, several of one among them. */
  async function change(tx: TransactionScope): Promise<void> {
    const mark = tx.dialect === 'sqlite' ? '?' : '$1';
    await tx.query(`INSERT INTO cf_queues (name) VALUES (${mark})`, ['changed']);
    await recordEvents(tx, 'acme', [eventOf('known'), eventOf('new'), eventOf('known'), eventOf('known')]);
    await recordEvents(tx, 'acme', [eventOf('new')]);
  }

  test.each(['before', 'after'] as const)(
    '%s any statement of an append leaves no event without its change',
    async (when) => {
      await stage.engine.database.transaction((tx) => recordEvents(tx, 'acme', [eventOf('known')]));
      let crashes = 0;
      for (let statement = 1; ; statement++) {
        const { failed } = await withFault(stage.engine.database, { statement, when }, change);
        const changes = await stage.engine.database.query('SELECT name FROM cf_queues');
        const rows = await eventRows(stage.engine.database);
        expect([changes.length, rows.length]).toEqual(failed ? [0, 1] : [1, 6]);
        expect(await verify()).toMatchObject({ ok: true });
        if (!failed) break;
        crashes++;
      }
      expect(crashes).toBeGreaterThanOrEqual(4);
      const versions = (await eventRows(stage.engine.database)).map(
        (row) => `${row.aggregate_id}.${row.aggregate_version}`,
      );
      expect(versions).toEqual(['known.1', 'known.2', 'known.3', 'known.4', 'new.1', 'new.2']);
    },
  );

  test.each(['before', 'after'] as const)(
    '%s any statement of sealing leaves a log that can be sealed and verified',
    async (when) => {
      const events = Array.from({ length: 30 }, (_, index) => eventOf(String(index % 7)));
      await stage.engine.database.transaction((tx) => recordEvents(tx, 'acme', events));
      let crashes = 0;
      for (let statement = 1; ; statement++) {
        if (!(await sealingFails({ statement, when }))) break;
        crashes++;
        expect(await verify()).toMatchObject({ ok: true, unsealed: 30, heads: 0 });
      }
      expect(crashes).toBeGreaterThanOrEqual(4);
      expect(await verify()).toMatchObject({ ok: true, unsealed: 0, heads: 1 });
    },
  );

  async function sealingFails(fault: Fault): Promise<boolean> {
    const { database } = stage.engine;
    let failed = false;
    const faulty = new Proxy(database, {
      get: (target, name) => {
        if (name !== 'transaction') return Reflect.get(target, name) as unknown;
        return async (work: (tx: TransactionScope) => Promise<unknown>) => {
          let answer: unknown;
          const outcome = await withFault(target, fault, async (tx) => (answer = await work(tx)));
          if (!outcome.failed) return answer;
          failed = true;
          throw new Error('crashed');
        };
      },
    });
    await sealEvents(faulty, 'acme', key).catch(() => undefined);
    return failed;
  }
});
