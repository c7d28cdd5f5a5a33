// Fills a database with passports that were made earlier, by SQL: making them would take minutes.
const FACTS_PER_PASSPORT = 5;

/** Passports of one statement: it must not take longer than statements may. */
const BATCH = 2_000;

/** PostgreSQL only. */
export async function insertPassports(database, count) {
  for (let first = 1; first <= count; first += BATCH) {
    await insertBatch(database, first, Math.min(count, first + BATCH - 1));
  }
}

async function insertBatch(database, first, last) {
  const id = (kind, n) => `(lpad('${kind}', 8, '0') || '-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;
  const series = `generate_series(${first}, ${last}) AS n`;
  const some = `convert_to(repeat('x', 200), 'UTF8')`;
  const many = `convert_to(repeat(md5(n::text), 100), 'UTF8')`;
  await database.script(`
INSERT INTO cf_battery_products SELECT ${id('a', 'n')}, 'default', 'OLD-' || n, 'Old', NULL, 1 FROM ${series};
INSERT INTO cf_passports SELECT ${id('b', 'n')}, 'default', ${id('a', 'n')}, ${id('e', 'n')}, NULL, 1 FROM ${series};
INSERT INTO cf_facts SELECT ${id('c', 'n')}, 'default', 'Battery', 'old:' || n, 1, '{"n":' || n || '}', md5(n::text), 1
  FROM generate_series(${(first - 1) * FACTS_PER_PASSPORT + 1}, ${last * FACTS_PER_PASSPORT}) AS n;
INSERT INTO cf_snapshots SELECT ${id('d', 'n')}, 'default', 'SEALED', NULL, ${some}, md5(n::text), ${FACTS_PER_PASSPORT}, NULL, 1, NULL, 1
  FROM ${series};
INSERT INTO cf_snapshot_items SELECT 'default', ${id('d', 'n')}, ${id('c', `(n - 1) * ${FACTS_PER_PASSPORT} + k`)}
  FROM ${series} CROSS JOIN generate_series(1, ${FACTS_PER_PASSPORT}) AS k;
INSERT INTO cf_passport_versions (id, tenant, passport_id, status, snapshot_id, rule_package_version_id, compiler_build_id, issued_at,
  payload_canonical, payload_hash, proof_canonical, proof_root_hash, receipt_canonical, receipt_hash, signing_key_id, signing_key_public,
  signature, created_at, signed_at, activated_at)
SELECT ${id('e', 'n')}, 'default', ${id('b', 'n')}, 'ACTIVE', ${id('d', 'n')}, ${id('f', '1')}, 'old', '2026-01-01T00:00:00.000000Z',
  ${some}, md5(n::text), ${many}, md5(n::text), ${some}, md5(n::text), 'k', ${some}, ${some}, 1, 1, 1 FROM ${series};`);
}
