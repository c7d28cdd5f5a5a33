import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scanJson } from '../../../src/operations/files/scan-json.js';
import { addFileRule, scanFiles } from '../../../src/operations/index.js';
import { freshStore, STORES, temporaryFolder } from '../../cli/store.js';
import { rowsOfTenant, TENANT } from '../../pipeline/staging/tenant.js';

test.each(STORES)('a scan of several folders is one report, on %s', async (kind) => {
  const { engine } = await freshStore(kind);
  const scope = { engine, tenant: TENANT, database: rowsOfTenant(engine) };
  const home = await temporaryFolder();
  const roots = ['a', 'b'].map((name) => join(home, name));
  for (const root of roots) {
    await mkdir(root);
    await writeFile(join(root, 'one.csv'), `x\n${root}\n`);
  }
  const seen = new Set<string>();
  const request = { roots, tags: ['sales'], patterns: [], ignore: [], rehash: false };
  const first = await scanFiles(scope, { ...request, onProgress: (root) => seen.add(root) });
  expect(first).toMatchObject({ scanned: { discovered: 2, changed: 2 }, topicsWithoutParser: ['sales'] });
  expect(scanJson(first)).toMatchObject({ discovered: 2, jobs_created: 0 });
  expect(scanJson(first)).not.toHaveProperty('rules');

  const second = await scanFiles(scope, { ...request, tags: [], auto: { dataset: undefined } });
  expect(second).toMatchObject({ scanned: { unchanged: 2 }, planned: { jobsCreated: 2, builtinJobs: 2 } });
  expect(second.rules).toHaveLength(2);
  expect(scanJson(second)).toMatchObject({ builtin_jobs: 2, without_reader: 0 });
  const rule = { pattern: '*.csv', topic: 'sales' };
  expect(await addFileRule(scope, rule)).toEqual({ ...rule, added: true, jobsCreated: 0 });
  expect(await addFileRule(scope, rule)).toMatchObject({ added: false });
});
