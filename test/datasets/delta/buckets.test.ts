import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pruneFiles, publishNamed } from '../../../src/operations/index.js';
import { httpfsInstalled, useBucketPlace } from '../../pipeline/buckets/bucket-place.js';
import { rowsOfTenant } from '../../pipeline/staging/tenant.js';
import { S3_KEYS, s3Available } from '../../services/shared-s3.js';
import { type DeltaReader, HAS_DELTA_READERS, openDeltaReader } from './delta-reader.js';

describe.skipIf(!s3Available || !HAS_DELTA_READERS || !httpfsInstalled())('Delta tables in buckets', () => {
  const place = useBucketPlace('sqlite');
  let reader: DeltaReader;
  beforeAll(() => {
    reader = openDeltaReader();
  });
  afterAll(() => reader.close());

  const publish = () => publishNamed(rowsOfTenant(place.engine), 'orders', { home: place.home });
  const ids = async (version?: number): Promise<(string | null)[]> => {
    const options = { ...S3_KEYS, AWS_ENDPOINT_URL: place.server.url, AWS_REGION: 'us-east-1', AWS_ALLOW_HTTP: 'true' };
    const table = `${place.outputs.root}/builtin/orders`;
    const read = await reader.read(table, ['id'], { options, ...(version === undefined ? {} : { version }) });
    return read.rows.map(([id]) => id!);
  };
  const read = async (name: string, text: string): Promise<void> => {
    await place.put(name, text);
    await place.scan();
    await place.processAll();
  };

  test('are written where the outputs are, by conditional puts, and kept by outputs prune', async () => {
    await read('orders.csv', 'id,at\n1,2026-01-02 03:04:05\n2,2026-01-02 03:04:06\n');
    expect(await publish()).toMatchObject({ version: 0, filesAdded: 1, rows: 2 });
    expect(await ids()).toEqual(['1', '2']);
    await read('orders.csv', 'id,at\n7,2026-01-02 03:04:05\n');
    const published = await Promise.all([publish(), publish()]);
    expect(published.map(({ version }) => version)).toEqual([1, 1]);
    expect(await ids()).toEqual(['7']);
    await pruneFiles(rowsOfTenant(place.engine), { home: place.home, olderThanMs: 0, dryRun: false });
    expect(await ids(0)).toEqual(['1', '2']);
  });
});
