import { describe, expect, test } from 'vitest';
import { countPassports, passportArtefacts, passportChecks } from '../../../src/passport/index.js';
import { newId, sha256Hex } from '../../../src/platform/index.js';
import { issued, prepare, STORES, usePassportStage } from '../staging/stage.js';

type Column = (typeof COLUMNS)[number];

const COLUMNS = [
  ...(['tenant', 'passport_id', 'status', 'snapshot_id', 'rule_package_version_id', 'issued_at'] as const),
  ...(['payload_canonical', 'payload_hash', 'proof_canonical', 'proof_root_hash', 'receipt_canonical'] as const),
  ...(['receipt_hash', 'signing_key_id', 'signing_key_public', 'signature', 'qr_payload', 'qr_png'] as const),
  ...(['created_at', 'signed_at'] as const),
] as const;

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
    const [fact, orphan] = [newId(), newId()];
    await sql(`
      INSERT INTO cf_facts VALUES ('${fact}', '${tenant}', 'T', 'k', 1, '{"a":1}', '${sha256Hex('{"a":2}')}', 1);
      INSERT INTO cf_passports (id, tenant, battery_product_id, created_at)
        VALUES ('${orphan}', 'other', (SELECT id FROM cf_battery_products), 1);
      INSERT INTO cf_snapshot_items VALUES ('other', '${prepared.snapshotId}', '${fact}');`);
    /** Triggers refuse changes of a version, so a changed one is inserted. */
    const copyWith = async (changes: Partial<Record<Column, string>>): Promise<string> => {
      const id = newId();
      const values = COLUMNS.map((column) => changes[column] ?? column).join(', ');
      await sql(`INSERT INTO cf_passport_versions (id, compiler_build_id, ${COLUMNS.join(', ')})
        SELECT '${id}', '${id}', ${values} FROM cf_passport_versions WHERE id = '${version.id}'`);
      return id;
    };
    const bytes = (content: Uint8Array): string => {
      const hex = Buffer.from(content).toString('hex');
      return storeName === 'SQLite' ? `x'${hex}'` : `'\\x${hex}'::bytea`;
    };
    const { payloadCanonical, receiptCanonical, proofCanonical } = await passportArtefacts(
      place.read(tenant),
      version.id,
    );
    const empty = await copyWith({ payload_canonical: bytes(Buffer.alloc(0)) });
    const payload = await copyWith({ payload_canonical: bytes(withOtherByte(payloadCanonical)) });
    const receipt = await copyWith({ receipt_canonical: bytes(withOtherByte(receiptCanonical)) });
    const proof = await copyWith({ proof_canonical: bytes(withOtherByte(proofCanonical)) });
    const root = await copyWith({ proof_root_hash: `'${'0'.repeat(64)}'` });
    const signature = await copyWith({ signature: bytes(Buffer.alloc(64)) });
    // The code of the original names the original.
    const code = await copyWith({});
    const [document, snapshot, rules, exported] = [newId(), newId(), newId(), newId()];
    const zeros = `'${'0'.repeat(64)}'`;
    await sql(`
      INSERT INTO cf_document_versions (id, tenant, document_id, version, status, mime_type, sha256, size_bytes, content, uploaded_at)
        SELECT '${document}', tenant, document_id, 99, 'UPLOADED', mime_type, ${zeros}, size_bytes, content, 1
        FROM cf_document_versions LIMIT 1;
      INSERT INTO cf_snapshots (id, tenant, status, canonical, hash, fact_count, created_at, sealed_at)
        SELECT '${snapshot}', tenant, status, canonical, ${zeros}, fact_count, 1, 1 FROM cf_snapshots;
      INSERT INTO cf_rule_package_versions (id, tenant, rule_package_id, version, status, dsl_source, dsl_sha256, tests_source, tests_sha256,
        created_at)
        SELECT '${rules}', tenant, rule_package_id, 99, 'DRAFT', dsl_source, dsl_sha256, tests_source, ${zeros}, 1
        FROM cf_rule_package_versions;
      INSERT INTO cf_passport_exports (id, tenant, passport_version_id, format, mime_type, sha256, size_bytes, content, created_at)
        SELECT '${exported}', tenant, id, 'JSON', 'application/json', ${zeros}, 1, payload_canonical, 1 FROM cf_passport_versions
        WHERE id = '${version.id}';`);
    const inTurn = [
      ['passport versions have another QR code than their hashes say', code],
      ['passport versions have a signature that does not belong to their receipt', signature],
      ['passport versions have another proof than their root hash says', root, proof],
      ['passport versions have another receipt hash', receipt],
      ['passport versions have another payload hash', payload],
      ['passport versions have no payload', empty],
      ['document versions have another content than their hash says', document],
      ['facts have another payload than their hash says', fact],
      ['snapshots have another form than their hash says', snapshot],
      ['rule versions have other sources than their hashes say', rules],
      ['exports have another content than their hash says', exported],
    ];
    for (const full of [false, true]) {
      expect((await findings(full)).map(({ check, message, examples }) => [check, message, examples])).toEqual([
        ['passport-references', 'passports refer to a product that does not exist (1)', [orphan]],
        [
          ...['passport-references', 'items of snapshots refer to a snapshot that does not exist (1)'],
          [prepared.snapshotId],
        ],
        ['passport-references', 'items of snapshots refer to a fact that does not exist (1)', [prepared.snapshotId]],
        ...inTurn.map(([problem, ...ids]) => ['passport-hashes', `${problem} (${ids.length})`, ids]),
      ]);
    }
  });
});

/** The same bytes with one bit changed, in the middle. */
function withOtherByte(bytes: Uint8Array): Buffer {
  const changed = Buffer.from(bytes);
  const middle = changed.length >> 1;
  changed[middle] = (changed[middle] as number) ^ 1;
  return changed;
}
