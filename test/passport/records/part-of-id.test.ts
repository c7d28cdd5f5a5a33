import { describe, expect, test } from 'vitest';
import {
  passportNamed,
  passportVersionNamed,
  productNamed,
  snapshotNamed,
} from '../../../src/operations/passport/references.js';
import * as passport from '../../../src/passport/index.js';
import { STORES, usePassportStage } from '../staging/stage.js';

const ID = (end: string): string => `01a00000-0000-7000-8000-0000${end}`;

describe.each(STORES)('on %s', (storeName) => {
  const place = usePassportStage(storeName);

  test('an id is found by a unique beginning or end; a part of several names some of them', async () => {
    const tenant = 'parts';
    const database = place.read(tenant);
    const ids = [ID('aaaa0001'), ID('bbbb0001'), ID('bbbb0002'), '02b00000-0000-7000-8000-000000000009'];
    await insertSnapshots(tenant, ids);
    await insertSnapshots('other-parts', [ID('cccc0001')]);
    const found = async (part: string) => (await snapshotNamed(database, part)).id;
    expect(await found('aaaa0001')).toBe(ids[0]);
    expect(await found('BBBB0002')).toBe(ids[2]);
    expect(await found('0002')).toBe(ids[2]);
    expect(await found('8000-0000bbbb0002')).toBe(ids[2]);
    expect(await found('02b0')).toBe(ids[3]);
    expect(await found('02b00000-0')).toBe(ids[3]);
    expect(await found('02B00000-0000-7000-8000-00000000000')).toBe(ids[3]);
    expect(await found(ids[1] ?? '')).toBe(ids[1]);
    await expect(found('0001')).rejects.toMatchObject({
      code: 'ID_AMBIGUOUS',
      message: "'0001' is a part of several ids",
      next: [`Give more of it: ${ids[0]}, ${ids[1]}`],
    });
    await expect(found('01a0')).rejects.toMatchObject({ message: "'01a0' is a part of several ids" });
    for (const part of ['cccc0001', '009', '____', '%0002', '02b00000_', 'zzzz', '-000'])
      await expect(found(part)).rejects.toMatchObject({ message: `There is no snapshot '${part}'` });
    await expect(passportVersionNamed(database, 'bbbb0002')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('a passport and a product are found by the beginning of their ids, and a SKU outranks it', async () => {
    const tenant = 'beginnings';
    const database = place.read(tenant);
    const { product, made } = await place.write(tenant, async (tx) => {
      const added = await passport.addProduct(tx, { sku: 'P-1', name: 'Pack' });
      return { product: added, made: await passport.createPassport(tx, 'P-1') };
    });
    // As long as they differ: both were made at the same time.
    const [own, other] = [made.id, product.id];
    const beginningOf = (id: string): string => id.slice(0, 20);
    expect((await passportNamed(database, beginningOf(own))).id).toBe(own);
    expect((await productNamed(database, beginningOf(other).toUpperCase())).sku).toBe('P-1');
    expect((await passportNamed(database, other)).id).toBe(own);
    await expect(passportNamed(place.read('elsewhere'), beginningOf(own))).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await place.write(tenant, (tx) => passport.addProduct(tx, { sku: beginningOf(own), name: 'Named like an id' }));
    expect((await productNamed(database, beginningOf(own))).name).toBe('Named like an id');
  });

  test('both searches use an index', async () => {
    const { engine } = place.stage;
    const plans = await engine.transaction(async (tx) => {
      // The tables of a test are small, so PostgreSQL would read all of them.
      if (tx.dialect === 'postgres')
        await tx.script('SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off');
      const explain = tx.dialect === 'postgres' ? 'EXPLAIN' : 'EXPLAIN QUERY PLAN';
      const texts: string[] = [];
      const explaining = {
        ...{ dialect: tx.dialect, tenant: 'plans', actor: null, script: (sql: string) => tx.script(sql) },
        query: async (sql: string, params?: readonly unknown[]) => {
          texts.push(JSON.stringify(await tx.query(`${explain} ${sql}`, params)));
          return [];
        },
      };
      await passport.idsWithPart(explaining, 'cf_passport_versions', 'abcd1234', 3);
      return texts;
    });
    expect(plans).toHaveLength(2);
    expect(plans[0]).toMatch(/INDEX cf_passport_versions_tenant|using cf_passport_versions_tenant/i);
    expect(plans[1]).toMatch(/INDEX cf_passport_versions_end|using cf_passport_versions_end/i);
  });

  async function insertSnapshots(tenant: string, ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      const values = `('${id}', '${tenant}', 'BUILDING', 1)`;
      await place.stage.engine.database.script(
        `INSERT INTO cf_snapshots (id, tenant, status, created_at) VALUES ${values}`,
      );
    }
  }
});
