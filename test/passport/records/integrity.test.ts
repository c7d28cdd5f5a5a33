import { describe, expect, test } from 'vitest';
import * as passport from '../../../src/passport/index.js';
import { issued, prepare, STORES, usePassportStage } from '../staging/stage.js';

/** Statements that a person with access to the database might try. */
const FORBIDDEN = [
  `UPDATE cf_document_versions SET content = ''`,
  `UPDATE cf_document_versions SET sha256 = 'x'`,
  `UPDATE cf_facts SET payload = '{}'`,
  `UPDATE cf_snapshots SET label = 'x'`,
  `DELETE FROM cf_snapshot_items`,
  `UPDATE cf_rule_package_versions SET dsl_source = ''`,
  `UPDATE cf_passport_versions SET payload_canonical = ''`,
  `UPDATE cf_passport_versions SET proof_root_hash = 'x'`,
  `UPDATE cf_passport_versions SET receipt_hash = 'x'`,
  `UPDATE cf_passport_versions SET signature = ''`,
  `UPDATE cf_passport_versions SET qr_payload = 'x'`,
  `UPDATE cf_passport_versions SET status = 'COMPILING'`,
  `UPDATE cf_passport_versions SET status = 'REVOKED'`,
  `UPDATE cf_passport_versions SET status = 'DONE'`,
  `UPDATE cf_rule_package_versions SET status = 'DRAFT'`,
  `UPDATE cf_rule_package_versions SET status = 'RETIRED'`,
  `UPDATE cf_document_versions SET status = 'REJECTED'`,
];

/** Changes of bytes, and what a replay makes of them. */
const CHANGES = [
  ['REPLAY_MISMATCH', 'cf_passport_versions', 'payload_canonical'],
  ['REPLAY_MISMATCH', 'cf_passport_versions', 'proof_canonical'],
  ['REPLAY_MISMATCH', 'cf_passport_versions', 'receipt_canonical'],
  ['SIGNATURE_INVALID', 'cf_passport_versions', 'signature'],
  ['SIGNATURE_INVALID', 'cf_passport_versions', 'signing_key_public'],
  ['REPLAY_MISMATCH', 'cf_rule_package_versions', 'dsl_source'],
  ['REPLAY_MISMATCH', 'cf_rule_package_versions', 'tests_source'],
  ['REPLAY_MISMATCH', 'cf_snapshots', 'canonical'],
] as const;

const TEXTS = [
  ['cf_passport_versions', 'payload_hash'],
  ['cf_passport_versions', 'proof_root_hash'],
  ['cf_passport_versions', 'receipt_hash'],
  ['cf_passport_versions', 'qr_payload'],
  ['cf_facts', 'payload'],
  ['cf_snapshots', 'hash'],
  ['cf_battery_products', 'name'],
] as const;

describe.each(STORES)('on %s', (storeName) => {
  const place = usePassportStage(storeName);
  const isSqlite = storeName === 'SQLite';

  test.each(FORBIDDEN)('%s fails', async (statement) => {
    const { database } = place.stage.engine;
    if ((await passport.listPassportVersions(place.read('fixed'))).length === 0) {
      await place.startWorker();
      await issued(place, 'fixed', await prepare(place, 'fixed'));
    }
    await expect(database.query(statement)).rejects.toThrow(/immutable|CHECK|constraint/i);
  });

  test('a replay detects a changed byte in anything that was stored', async () => {
    const tenant = 'tampered';
    await place.startWorker();
    const version = await issued(place, tenant, await prepare(place, tenant));
    const { database } = place.stage.engine;
    // As someone would have to who wants to change them.
    await database.script(
      isSqlite
        ? (await database.query<{ name: string }>(`SELECT name FROM sqlite_master WHERE type = 'trigger'`))
            .map(({ name }) => `DROP TRIGGER ${name};`)
            .join('')
        : (
            await database.query<{ name: string; tab: string }>(
              `SELECT tgname AS name, tgrelid::regclass::text AS tab FROM pg_trigger WHERE tgname LIKE 'cf_immutable%'`,
            )
          )
            .map(({ name, tab }) => `DROP TRIGGER ${name} ON ${tab};`)
            .join(''),
    );
    const replay = (): Promise<unknown> => passport.replayPassportVersion(place.read(tenant), version.id);
    await replay();
    const changing = async (
      table: string,
      column: string,
      value: (old: unknown) => unknown,
      code: string,
    ): Promise<void> => {
      const rows = await database.query<Record<string, unknown>>(
        `SELECT id, ${column} AS old FROM ${table} WHERE tenant = '${tenant}'`,
      );
      const [{ id, old } = {}] = rows;
      const update = `UPDATE ${table} SET ${column} = ${isSqlite ? '?' : '$1'} WHERE id = ${isSqlite ? '?' : '$2'}`;
      await database.query(update, [value(old), id]);
      await expect(replay(), `${table}.${column}`).rejects.toEqual(expect.objectContaining({ code }));
      await database.query(update, [old, id]);
    };
    const flipped = (old: unknown): Buffer => {
      const bytes = Buffer.from(old as Uint8Array);
      bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] as number) ^ 1;
      return bytes;
    };
    for (const [code, table, column] of CHANGES) await changing(table, column, flipped, code);
    for (const [table, column] of TEXTS) {
      await changing(
        table,
        column,
        (old) => (old as string).replace(/[0-8A-Za-y]/, (one) => String.fromCharCode(one.charCodeAt(0) + 1)),
        'REPLAY_MISMATCH',
      );
    }
    await replay();
  });
});
