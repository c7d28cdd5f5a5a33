import { expect, onTestFinished, test } from 'vitest';
import { migrate, openDatabase } from '../../../src/database/index.js';
import { ENGINE_MIGRATIONS } from '../../../src/engine/index.js';
import { PIPELINE_MIGRATIONS, PIPELINE_TABLES } from '../../../src/pipeline/index.js';
import { STORES, temporaryFolder } from '../../cli/store.js';
import { freshDatabase } from '../../services/fresh-database.js';

/** The schema before every table had a tenant. */
const BEFORE = { ...PIPELINE_MIGRATIONS, steps: PIPELINE_MIGRATIONS.steps.slice(0, 2) };

const ROWS: readonly string[] = [
  `INSERT INTO cf_parsers VALUES ('p1', 'sales', '1.0', 'python', 'parser.py', ARCHIVE, 'source', NULL, 'null', '[]', 1, 1, 2, NULL)`,
  `INSERT INTO cf_parser_topics VALUES ('sales', 'orders')`,
  `INSERT INTO cf_rules VALUES ('r1', '*.csv', 'orders', 3)`,
  `UPDATE cf_routing SET revision = 7`,
  `INSERT INTO cf_files VALUES ('f1', '/in/a.csv', 'hash', 10, 1, 2, '["a"]', 3, 4, NULL, 7)`,
  `INSERT INTO cf_file_parses VALUES ('f1', 'sales', 'hash', '1.0', 'source', 'j1', 'orders')`,
  `INSERT INTO cf_outputs VALUES ('o1', 'j1', 'f1', 'sales', '1.0', 'source', 'hash', 'sales', 'sales/x', 'csv', 1, 2, 'sha', 5, NULL, NULL)`,
  `INSERT INTO cf_quarantine VALUES ('q1', 'j1', 'f1', 'sales', 'sales', '/in/a.csv', 4, NULL, 't', 'm', '[]', '{}', 'quarantined', 6, NULL, NULL, NULL)`,
  `INSERT INTO cf_contracts VALUES ('orders', 'c1', '{}', 'given', '/c.json', 8, NULL)`,
];

test.each(STORES)('rows from before there were tenants belong to the default one, on %s', async (kind) => {
  const database = await openDatabase(kind === 'sqlite' ? `${await temporaryFolder()}/jobs.db` : await freshDatabase());
  onTestFinished(() => database.close());
  await migrate(database, [ENGINE_MIGRATIONS, BEFORE]);
  const archive = kind === 'sqlite' ? "x'00ff'" : "'\\x00ff'";
  for (const row of ROWS) await database.query(row.replace('ARCHIVE', archive));
  const rowsOf = (table: string): Promise<Record<string, unknown>[]> => database.query(`SELECT * FROM ${table}`);
  // Later migrations add tables, too.
  const names = PIPELINE_TABLES.map(({ name }) => name).filter((name) => ROWS.some((row) => row.includes(`${name} `)));
  expect(names).toHaveLength(ROWS.length);
  const before = new Map<string, Record<string, unknown>[]>();
  for (const name of names) before.set(name, await rowsOf(name));

  await migrate(database, [ENGINE_MIGRATIONS, PIPELINE_MIGRATIONS]);

  for (const name of names) {
    const rows = (before.get(name) ?? []).map(({ only_row: _, ...row }) => ({ ...row, tenant: 'default' }));
    expect(rows, name).toHaveLength(1);
    // Later migrations add columns.
    expect(await rowsOf(name), name).toMatchObject(rows);
  }
});

test.each(STORES)('two tenants may have the same names, one may not have them twice, on %s', async (kind) => {
  const database = await openDatabase(kind === 'sqlite' ? `${await temporaryFolder()}/jobs.db` : await freshDatabase());
  onTestFinished(() => database.close());
  await migrate(database, [ENGINE_MIGRATIONS, PIPELINE_MIGRATIONS]);
  const same = async (tenant: string, id: string): Promise<void> => {
    const archive = kind === 'sqlite' ? "x'00'" : "'\\x00'";
    await database.transaction(async (tx) => {
      for (const row of [
        `INSERT INTO cf_parsers (tenant, id, name, version, language, entrypoint, source_archive, source_hash, outputs, imports, files, created_at, registered_at)
          VALUES ('${tenant}', '${id}', 'sales', '1', 'node', 'p.js', ${archive}, 's', 'null', '[]', 1, 1, 1)`,
        `INSERT INTO cf_rules (tenant, id, pattern, topic, created_at) VALUES ('${tenant}', '${id}', '*', 't', 1)`,
        `INSERT INTO cf_files (tenant, id, path, hash, size_bytes, modified_us, changed_us, tags, discovered_at, scanned_at)
          VALUES ('${tenant}', '${id}', '/in/a.csv', 'h', 1, 1, 1, '[]', 1, 1)`,
        `INSERT INTO cf_contracts (tenant, dataset, hash, contract, origin, source, set_at) VALUES ('${tenant}', 'd', '${id}', '{}', 'given', '/c', 1)`,
      ]) {
        await tx.query(row);
      }
    });
  };
  await same('acme', '1');
  await same('other', '2');
  await expect(same('acme', '3')).rejects.toThrow();
  await database.query(`INSERT INTO cf_routing (tenant, revision) VALUES ('acme', 1)`);
  await expect(database.query(`INSERT INTO cf_routing (tenant, revision) VALUES ('acme', 2)`)).rejects.toThrow();
});
