import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pipelineHome } from '../../../src/pipeline/index.js';
import { outputChecks } from '../../../src/operations/database/output-checks.js';
import { freshStore, STORES, temporaryFolder } from '../../cli/store.js';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

test.each(STORES)('outputs that are gone or were changed are damage, on %s', async (kind) => {
  const { engine } = await freshStore(kind);
  const folder = await temporaryFolder();
  const listed = (id: string, superseded = 'NULL'): Promise<unknown> =>
    engine.database.script(
      `INSERT INTO cf_outputs (tenant, id, job_id, file_id, parser, version, source_hash, content_hash, output, path, format,
         row_count, size_bytes, sha256, created_at, superseded_at)
       VALUES ('default', '${id}', 'j', 'f', 'p', '1', 's', 'c', 'o', 'p/${id}', 'csv', 1, 5, '${sha256('whole')}', 1, ${superseded})`,
    );
  await mkdir(join(folder, 'p'));
  const contents = { whole: 'whole', other: 'other', short: 'who', superseded: '' };
  for (const [id, text] of Object.entries(contents)) await writeFile(join(folder, 'p', id), text);
  for (const id of ['whole', 'other', 'short', 'gone']) await listed(id);
  await listed('superseded', '1');
  const messages = async (full: boolean): Promise<unknown> => {
    const [check] = outputChecks(engine.database, { ...pipelineHome(folder), output: folder }, { full });
    return (await check!.run()).map(({ message, severity, examples }) => [severity, message, examples]);
  };
  const sizes = ['damage', 'outputs have files whose size has changed (1)', ['p/short']];
  const gone = ['damage', 'outputs are registered, but their files are missing (1)', ['p/gone']];
  expect(await messages(false)).toEqual([gone, sizes]);
  expect(await messages(true)).toEqual([
    gone,
    ['damage', 'outputs have files whose content has changed (1)', ['p/other']],
    sizes,
  ]);
});
