import { expect, test } from 'vitest';
import { requireScannable } from '../../../src/operations/index.js';

const ALLOWED = ['s3://lake/incoming', 's3://archive', '/no/such/folder'];

test('a prefix below an allowed one may be scanned', async () => {
  expect(await requireScannable('s3://lake/incoming', ALLOWED)).toBe('s3://lake/incoming');
  expect(await requireScannable('s3://lake/incoming/2024/', ALLOWED)).toBe('s3://lake/incoming/2024');
  expect(await requireScannable('s3://archive/x', ALLOWED)).toBe('s3://archive/x');
});

test.each([
  's3://lake',
  's3://lake/incoming-2',
  's3://lake/incoming/../secret',
  's3://lake/incoming/./x',
  's3://archive-2/x',
  's3://other/incoming',
])('%s is outside of the allowed prefixes', async (address) => {
  await expect(requireScannable(address, ALLOWED)).rejects.toMatchObject({ code: 'NOT_PERMITTED' });
});
