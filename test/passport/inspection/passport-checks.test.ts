import { describe, expect, test } from 'vitest';
import { countPassports, passportChecks } from '../../../src/passport/index.js';
import { newId, sha256Hex } from '../../../src/platform/index.js';
import { issued, prepare, STORES, usePassportStage } from '../staging/stage.js';

describe.each(STORES)('on %s', (storeName) => {
  const place = usePassportStage(storeName);
  const sql = (text: string): Promise<void> => place.stage.engine.database.script(text);
  const findings = async (full = false) => {
    const checks = passportChecks(place.stage.engine.database, { full });
    const found = await Promise.all(checks.map((check) => check.run()));
    return found.flat();
  };

  test('a healthy database has no findings; orphans and changed bytes are found with their rows', async () => {
    const tenant = 'checked';
    await place.startWorker();
    const prepared = await prepare(place, tenant);
    const version = await issued(place, tenant, prepared);
    expect(await findings()).toEqual([]);
    expect(await findings(true)).toEqual([]);
    expect(await countPassports(place.stage.engine.database)).toEqual({
      ...{ products: 1, passports: 1, versions: 1, active: 0, documents: 2, snapshots: 1, rules: 1 },
      facts: 5,
    });

    // A row of another tenant is not a row that may be referred to.
    const [fact, orphan, empty, forged] = [newId(), newId(), newId(), newId()];
    await sql(`
      INSERT INTO cf_facts VALUES ('${fact}', '${tenant}', 'T', 'k', 1, '{"a":1}', '${sha256Hex('{"a":2}')}', 1);
      INSERT INTO cf_passports VALUES ('${orphan}', 'other', (SELECT id FROM cf_battery_products), NULL, NULL, 1);
      INSERT INTO cf_snapshot_items VALUES ('other', '${prepared.snapshotId}', '${fact}');`);
    const copy = (id: string, payload: string, signature: string): Promise<void> =>
      sql(`INSERT INTO cf_passport_versions (id, tenant, passport_id, status, snapshot_id, rule_package_version_id, compiler_build_id,
          issued_at, payload_canonical, payload_hash, proof_canonical, proof_root_hash, receipt_canonical, receipt_hash, signing_key_id,
          signing_key_public, signature, created_at, signed_at)
        SELECT '${id}', tenant, passport_id, status, snapshot_id, rule_package_version_id, '${id}', issued_at, ${payload}, payload_hash,
          proof_canonical, proof_root_hash, receipt_canonical, receipt_hash, signing_key_id, signing_key_public, ${signature}, 1, 1
        FROM cf_passport_versions WHERE id = '${version.id}'`);
    const bytes = (count: number): string =>
      storeName === 'SQLite' ? `zeroblob(${count})` : `decode(repeat('00', ${count}), 'hex')`;
    await copy(empty, bytes(0), 'signature');
    await copy(forged, 'payload_canonical', bytes(64));
    for (const full of [false, true]) {
      expect((await findings(full)).map(({ check, message, examples }) => [check, message, examples])).toEqual([
        ['passport-references', '1 passports refer to a product that does not exist', [orphan]],
        [
          ...['passport-references', '1 items of snapshots refer to a snapshot that does not exist'],
          [prepared.snapshotId],
        ],
        ['passport-references', '1 items of snapshots refer to a fact that does not exist', [prepared.snapshotId]],
        [
          ...['passport-hashes', '1 passport versions have a signature that does not belong to their receipt'],
          [forged],
        ],
        ['passport-hashes', '1 passport versions have no payload', [empty]],
        ['passport-hashes', '1 facts have another payload than their hash says', [fact]],
      ]);
    }
  });
});
