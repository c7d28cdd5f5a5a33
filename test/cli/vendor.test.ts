import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packBundle } from '../../src/pipeline/bundle/pack-bundle.js';
import { BARE_PYTHON } from '../parse/place.js';
import { casparianBatch } from './casparian.js';
import { freshStore, temporaryFolder } from './store.js';

const PARSER = `
class Parser:
    name = 'plain'
    version = '1'
    outputs = {'plain': {'n': 'int'}}

    def parse(self, ctx):
        return [{'n': 1}]
`;

test('a parser is vendored by its path or by its registered name', async () => {
  const { flags } = await freshStore('sqlite');
  const folder = await temporaryFolder();
  const path = join(folder, 'plain.py');
  const [first, second] = [join(folder, 'first'), join(folder, 'second')];
  await writeFile(path, PARSER);
  const { sourceHash } = await packBundle(path);
  const python = ['--python', BARE_PYTHON];

  const [byPath, unknown, registered, byName, foreign] = await casparianBatch([
    ['vendor', path, '--output', first, ...python, '--json', '--db', 'sqlite:/dev/null/not-needed.db'],
    ['vendor', 'plain', '--output', second, ...flags],
    ['parser', 'register', path, ...python, ...flags, '--skip-validation'],
    ['vendor', 'plain', '--output', second, ...flags],
    ['vendor', path, '--output', folder, ...python],
  ]);
  expect(JSON.parse(byPath!.stdout)).toMatchObject({
    parser: 'plain',
    source_hash: sourceHash,
    lockfile_hash: null,
    output: first,
    bundle: join(first, 'bundles', 'plain.zip'),
    packages: 0,
  });
  expect(unknown).toMatchObject({ code: 3, stderr: expect.stringContaining('PARSER_NOT_REGISTERED') as string });
  expect(registered).toMatchObject({ code: 0 });
  expect(byName).toMatchObject({ code: 0, stdout: `Dependencies vendored to ${second}\n` });
  expect(byName!.stderr).toContain('casparian parser register DIR/bundles/plain.zip --vendor DIR');
  expect((await packBundle(join(second, 'bundles', 'plain.zip'))).sourceHash).toBe(sourceHash);
  expect(foreign).toMatchObject({ code: 2, stderr: expect.stringContaining('VENDOR_INVALID') as string });
});
