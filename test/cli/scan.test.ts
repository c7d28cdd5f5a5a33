import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { queryBuilder } from '../../src/database/index.js';
import type { PipelineSchema } from '../../src/pipeline/index.js';
import { freshFolder } from '../pipeline/files/folder.js';
import { casparianBatch, casparianJson } from './casparian.js';
import { countJobs, freshStore, type Store, COMMAND_STORES } from './store.js';

async function registerInvoices({ engine }: Store, version: string): Promise<void> {
  const builder = queryBuilder<PipelineSchema>(engine.database);
  const bundle = { source_archive: Buffer.from('zip'), source_hash: `hash-${version}`, lockfile_hash: null };
  const declared = { language: 'python' as const, entrypoint: 'parser.py', outputs: 'null', imports: '[]', files: 1 };
  const times = { created_at: 1, registered_at: Number(version), retired_at: null };
  const row = { id: version, tenant: 'default', name: 'invoices', version, ...bundle, ...declared, ...times };
  await builder.insertInto('cf_parsers').values(row).execute();
}

describe.each(COMMAND_STORES)('scan, files, rule and backfill, on %s', (kind) => {
  test('lead from a folder to jobs', async () => {
    const store = await freshStore(kind);
    const folder = await freshFolder();
    for (const name of ['a.inv.csv', 'b.inv.csv', 'c.txt']) await folder.write(name);
    await folder.write('copy/a.inv.csv', 'a.inv.csv');
    await registerInvoices(store, '1');
    const scan = ['scan', folder.path, '--tag', 'paper', ...store.flags];
    const [unwanted, first, ruled, subscribed, again, files] = await casparianBatch([
      ['scan', folder.path, ...store.flags],
      scan,
      ['rule', 'add', '*.inv.csv', '--topic', 'invoices', ...store.flags],
      ['parser', 'topics', 'invoices', 'add', 'invoices', ...store.flags],
      [...scan, '--json'],
      ['files', '--status', 'pending', '--json', ...store.flags],
    ]);
    expect(unwanted?.stderr).toBe(
      `No parser subscribes to these files. To read them without a parser: casparian scan ${folder.path} --auto\n`,
    );
    expect(first).toMatchObject({
      code: 0,
      stdout:
        "Discovered 4 files, tagged with 'paper'\n0 files new or changed, 4 unchanged\nCreated 0 jobs (pending)\n",
      stderr: "No parser subscribes to 'paper'. To add a parser: casparian parser topics NAME add paper\n",
    });
    expect(ruled?.stdout).toBe("Files that match '*.inv.csv' now have the topic 'invoices'.\n");
    expect(subscribed?.code).toBe(0);
    expect(JSON.parse(again!.stdout)).toEqual({
      discovered: 4,
      unchanged: 4,
      changed: 0,
      jobs_created: 2,
      missing: 0,
      already_processed: 1,
      problems: [],
    });
    expect(JSON.parse(files!.stdout)).toMatchObject([
      { path: join(folder.path, 'a.inv.csv'), tags: ['paper'], topics: ['paper', 'invoices'] },
      { path: join(folder.path, 'b.inv.csv') },
      { path: join(folder.path, 'copy/a.inv.csv'), parsers: [{ parser: 'invoices', version: '1', status: 'pending' }] },
    ]);

    await registerInvoices(store, '2');
    const [plan, executed, rules, removed, nowhere] = await casparianBatch([
      ['backfill', 'invoices', ...store.flags],
      ['backfill', 'invoices', '--execute', '--json', ...store.flags],
      ['rule', 'list', '--json', ...store.flags],
      ['rule', 'rm', '*.csv', '--json', ...store.flags],
      ['scan', join(folder.path, 'nowhere'), '--json', ...store.flags],
    ]);
    expect(plan?.stdout).toContain(
      "3 files were processed with versions of 'invoices' other than 2 (27 bytes); invoices v2 would read them\n  1 (hash-1): 3",
    );
    expect(JSON.parse(executed!.stdout)).toMatchObject({ files: 3, executed: true, jobs_created: 2 });
    expect(JSON.parse(rules!.stdout)).toMatchObject([{ pattern: '*.inv.csv', topic: 'invoices' }]);
    expect([removed?.code, JSON.parse(removed!.stdout)]).toMatchObject([3, { error: { code: 'RULE_NOT_FOUND' } }]);
    expect([nowhere?.code, JSON.parse(nowhere!.stdout)]).toMatchObject([3, { error: { code: 'INPUT_NOT_FOUND' } }]);
  });

  test('go on when two processes scan the same folder at once', async () => {
    const store = await freshStore(kind);
    const folder = await freshFolder();
    await registerInvoices(store, '1');
    await store.engine.database.query(
      "INSERT INTO cf_parser_topics (tenant, parser, topic) VALUES ('default', 'invoices', 'invoices')",
    );
    await Promise.all(
      Array.from({ length: 600 }, (_, index) => writeFile(join(folder.path, `${index}.csv`), `${index}`)),
    );
    const scan = ['scan', folder.path, '--tag', 'invoices', ...store.flags];
    const reports = await Promise.all([1, 2].map(() => casparianJson<{ jobs_created: number }>(scan)));
    expect(reports.map(({ code }) => code)).toEqual([0, 0]);
    expect(reports.reduce((sum, { json }) => sum + json.jobs_created, 0)).toBe(600);
    expect(await countJobs(store.engine)).toBe(600);
  });
});
