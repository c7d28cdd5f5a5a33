import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { openSource } from '../../../src/tables/source/open-source.js';
import { requireWithinLimits, type UnpackLimits } from '../../../src/tables/source/unpack-limits.js';

const MIB = 2 ** 20;
const LIMITS: UnpackLimits = { maxBytes: 10_000 * MIB, maxRatio: 250 };

test.each([
  ['a short file of equal rows', { packed: 1, unpacked: 256 * MIB }, null],
  ['a table of the usual kind', { packed: 100 * MIB, unpacked: 9_000 * MIB }, null],
  ['a file at its ratio', { packed: 2 * MIB, unpacked: 500 * MIB }, null],
  ['a file above its ratio', { packed: 2 * MIB, unpacked: 500 * MIB + 1 }, /more than 250 times its size/],
  ['a file above its size', { packed: 9_000 * MIB, unpacked: 10_000 * MIB + 1 }, /more than 10 GiB/],
])('%s', (_what, sizes, refusal) => {
  const attempt = (): void => requireWithinLimits('a.gz', sizes, LIMITS);
  if (refusal === null) expect(attempt).not.toThrow();
  else
    expect(attempt).toThrow(
      expect.objectContaining({ code: 'INPUT_TOO_LARGE', message: expect.stringMatching(refusal) as string }),
    );
});

test('unpacking stops at the limit', async () => {
  const content = gzipSync(Buffer.alloc(8 * MIB));
  const unpackLimits = { maxBytes: 2 * MIB, maxRatio: 250 };
  const file = { name: 'a.csv.gz', path: '/nowhere', bytes: undefined, content, unpackLimits };
  let unpacked = 0;
  const read = async (): Promise<void> => {
    for await (const chunk of openSource(file, 'gzip', new AbortController().signal)) unpacked += chunk.length;
  };
  await expect(read()).rejects.toMatchObject({
    code: 'INPUT_TOO_LARGE',
    next: [expect.stringContaining('reader_max_unpacked_bytes')],
  });
  expect(unpacked).toBeLessThanOrEqual(2 * MIB);
});
