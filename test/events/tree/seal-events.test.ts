import { describe, expect, test } from 'vitest';
import { readSigningKey, type SigningKey } from '../../../src/platform/index.js';
import {
  databaseSource,
  EVENTS_MIGRATIONS,
  recordEvents,
  sealEvents,
  verifyEvents,
} from '../../../src/events/index.js';
import { STORES, useStage } from '../../engine/staging/stage.js';

const KEY = readSigningKey(Buffer.alloc(32, 7), 'test-key');

describe.each(STORES)('on %s', (storeName) => {
  const stage = useStage(storeName, { schemaLines: [EVENTS_MIGRATIONS] });
  const record = (tenant: string, ...ids: readonly string[]) =>
    stage.engine.transaction((tx) =>
      recordEvents(
        tx,
        tenant,
        ids.map((aggregateId) => ({
          ...{ eventType: 'tested', aggregateType: 'test', aggregateId, actor: null, payload: {} },
        })),
      ),
    );

  test('events are appended and sealed by others while an external command signs a tree head', async () => {
    const tenant = 'slow-signer';
    const { database } = stage.engine;
    await record(tenant, 'a', 'b');
    let calls = 0;
    const slow: SigningKey = {
      ...KEY,
      sign: async (hash) => {
        // Both would wait for the end of the command if it ran within a transaction, and the command waits for them.
        if (++calls === 1) {
          await record(tenant, 'c');
          expect(await sealEvents(database, tenant, KEY)).toMatchObject({ treeSize: 3 });
          await record(tenant, 'd');
        }
        return KEY.sign(hash);
      },
    };
    expect(await sealEvents(database, tenant, slow)).toMatchObject({ treeSize: 4 });
    expect(calls).toBe(2);
    expect(await verifyEvents(databaseSource(database, tenant), { trustedKeys: [] })).toMatchObject({ ok: true });
  });

  test('a signer that fails leaves the events to the next one', async () => {
    const tenant = 'failing-signer';
    const { database } = stage.engine;
    await record(tenant, 'a');
    const failing: SigningKey = { ...KEY, sign: () => Promise.reject(new Error('no HSM')) };
    await expect(sealEvents(database, tenant, failing)).rejects.toThrow('no HSM');
    expect(await sealEvents(database, tenant, KEY)).toMatchObject({ treeSize: 1 });
  });
});
