import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../cli/store.js';
import { pack, type Packed, ROOT } from './packed.js';

const SHIPPED = [
  /^dist\/.+\.(js|mjs|d\.ts|py|sh)$/,
  /^dist\/cli\/help\/pages\/.+\.md$/,
  /^dist\/app\/demo\/(material|passports)\//,
  /^dist\/dashboard\//,
  /^dist\/server\/public-passport\/passport-page\.css$/,
  /^dist\/passport\/exports\/pdf\/fonts\//,
  /^dist\/passport\/templates\/examples\/\w+\.json$/,
  /^dist\/bundled\/LICENSES\.txt$/,
];
/** Fonts of passports are a quarter of it, the dashboard and the client of S3 a tenth each. */
const MAX_PACKED_BYTES = 4 * 2 ** 20;
/** A third of them are chunks: a command loads fewer bytes from more of them. */
const MAX_FILES = 2_200;

let packed: Packed;
beforeAll(async () => {
  const undo: (() => Promise<void>)[] = [];
  packed = await pack(await temporaryFolder((one) => undo.push(one)));
  return async () => {
    for (const one of undo) await one();
  };
});

describe('the tarball', () => {
  test('contains only the program, its types and its documents', () => {
    const strangers = packed.files
      .map(({ path }) => path)
      .filter((path) => !SHIPPED.some((pattern) => pattern.test(path)))
      .sort();
    expect(strangers).toEqual(['CHANGELOG.md', 'LICENSE', 'README.md', 'package.json']);
  });

  test('is small', () => {
    expect(packed.bytes).toBeLessThan(MAX_PACKED_BYTES);
    expect(packed.files.length).toBeLessThan(MAX_FILES);
  });

  test('contains no paths of this machine and no links to missing source maps', async () => {
    const telling = [];
    for (const { path } of packed.files) {
      // As bytes: to decode megabytes and match them line by line took seconds.
      const content = await readFile(join(ROOT, path));
      if (content.includes(ROOT) || content.includes('\n//# sourceMappingURL=')) telling.push(path);
    }
    expect(telling).toEqual([]);
  });
});
