import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { RegisteredParser } from '../../../src/pipeline/registry/registered-parser.js';
import { NUMBERS_PARSER, useWorkplace } from './workplace.js';

describe('the code that runs is the code that was registered', () => {
  const place = useWorkplace('sqlite', { sandbox: 'off' });
  let numbers: RegisteredParser;
  const unpacked = (name: string): string => join(place.runtime.home.bundles, numbers.sourceHash, name);
  beforeAll(async () => {
    numbers = await place.register(NUMBERS_PARSER);
    await place.parse(await place.file('first.csv', '1,1\n'), numbers);
  });

  test('although its unpacked file was changed between two files', async () => {
    await chmod(unpacked('parser.py'), 0o644);
    await writeFile(unpacked('parser.py'), NUMBERS_PARSER.replace('yield [', 'yield [] and ['));
    const job = await place.parse(await place.file('second.csv', '2,2\n'), numbers);
    expect(job).toMatchObject({ status: 'completed', result: { rows_valid: 1 } });
    expect(await readFile(unpacked('parser.py'), 'utf8')).toBe(NUMBERS_PARSER);
  });

  test('although a module was added that hides another one', async () => {
    await writeFile(unpacked('time.py'), 'raise SystemExit(7)\n');
    const job = await place.parse(await place.file('third.csv', '3,3\n'), numbers);
    expect(job).toMatchObject({ status: 'completed', result: { rows_valid: 1 } });
    await expect(readFile(unpacked('time.py'))).rejects.toThrow('ENOENT');
  });

  test('and a change while it runs fails the attempt, and the next one runs the registered code', async () => {
    const deed = "!os.path.exists(path + '.done') or (open(path + '.done', 'w'), open('added.py', 'w'))";
    const job = await place.parse(await place.file('fourth.csv', `${deed}\n4,4\n`), numbers);
    expect(job).toMatchObject({ status: 'completed', result: { rows_valid: 1 } });
    expect(job.errors).toMatchObject([{ code: 'BUNDLE_CHANGED' }]);
  }, 30_000);
});
