import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { profileFiles } from '../../../src/parse/dataset-contract/profile-files.js';
import { type KnownFormat, reusedFormat } from '../../../src/parse/reader-run/known-format.js';

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'known-format-'))));
afterEach(() => rmSync(folder, { recursive: true }));

async function profiled(name: string, text: string): Promise<{ path: string; known: KnownFormat | undefined }> {
  const path = join(folder, name);
  writeFileSync(path, text);
  const [file] = await profileFiles({ kind: 'profile', paths: [path] });
  // As it arrives in another process.
  return { path, known: JSON.parse(JSON.stringify(file?.known ?? null)) as KnownFormat | undefined };
}

describe('the format of a profiled file', () => {
  test('is used again while the file is the same and nothing else is asked for', async () => {
    const { path, known } = await profiled('a.csv', 'Report\nid;name\n1;Ann\n2;Bob\n');
    expect(reusedFormat(path, known, {})).toMatchObject({ dialect: { delimiter: ';', preambleLines: 1 } });
    expect(reusedFormat(path, known, { headerLines: 1, quote: undefined })).not.toBeNull();
    expect(reusedFormat(path, known, { headerLines: 2 })).toBeNull();
    expect(reusedFormat(path, known, { delimiter: ';' })).toBeNull();
    expect(reusedFormat(path, undefined, {})).toBeNull();
  });

  test('is detected again if the file has another size or time, or is gone', async () => {
    const { path, known } = await profiled('a.csv', 'id;name\n1;Ann\n2;Bob\n');
    utimesSync(path, 1, 1);
    expect(reusedFormat(path, known, {})).toBeNull();
    utimesSync(path, known!.modifiedMs / 1_000, known!.modifiedMs / 1_000);
    writeFileSync(path, 'id,name\n1,Ann\n2,Bobby\n');
    expect(reusedFormat(path, known, {})).toBeNull();
    rmSync(path);
    expect(reusedFormat(path, known, {})).toBeNull();
  });

  test('is not kept for other formats and for several tables', async () => {
    expect((await profiled('a.json', '[{"a": 1}, {"a": 2}]')).known).toBeNull();
    const tables = 'id,name\n1,Ann\n2,Bob\n\ncode,label,price\nA,x,1\nB,y,2\nC,z,3\n';
    expect((await profiled('b.csv', tables)).known).toBeNull();
  });
});
