import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { DUCKDB_VERSION, duckDbPlatform } from '../../src/datasets/index.js';
import { createStorages } from '../../src/storage/index.js';
import { temporaryFolder } from '../cli/store.js';
import { HTTPFS, httpfsInstalled } from '../pipeline/buckets/bucket-place.js';
import { newBucket, S3_KEYS, s3Available, s3Url } from '../services/shared-s3.js';
import { follow } from './staging/follow.js';
import { blocksOf } from './staging/page.js';

/** The buckets of the guide get names of their own: the server is shared. */
test.skipIf(!s3Available || !httpfsInstalled())('the commands of the guide to buckets work', async () => {
  for (const [name, value] of Object.entries(S3_KEYS)) vi.stubEnv(name, value);
  const endpoint = await s3Url();
  const [incoming, lake] = [await newBucket(endpoint), await newBucket(endpoint)];
  const storage = createStorages({ endpoint }).at(`s3://${incoming}/orders`);
  await storage.write('orders-2024-01.csv', Buffer.from('id,amount\n1,2.50\n2,3.50\n'));
  await storage.write('orders-2024-02.csv', Buffer.from('id,amount\n3,4.50\n'));
  const home = await temporaryFolder();
  const extension = join(home, 'extensions', `v${DUCKDB_VERSION}`, duckDbPlatform(), 'httpfs.duckdb_extension');
  await cp(HTTPFS, extension);
  const named = (text: string): string =>
    text.replaceAll('s3://incoming', `s3://${incoming}`).replaceAll('s3://lake', `s3://${lake}`);
  const blocks = (await blocksOf('docs/guides/object-storage.md')).map((block) => ({
    ...block,
    text: named(block.text),
  }));
  const env = { ...S3_KEYS, CASPARIAN_S3_ENDPOINT: endpoint, CASPARIAN_HOME: home };
  const { about } = await follow(blocks, { env });
  expect(about('casparian query')).toMatch(/\b3\b/);
  expect(about('casparian verify')).not.toContain('missing');
});
