import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { urlOnDemand } from './on-demand.js';

/** For `describe.skipIf(!s3Available)`. */
export const s3Available = inject('s3Address') !== null;

/** What all servers of the tests accept. */
export const S3_KEYS = { AWS_ACCESS_KEY_ID: 'casparian-tests', AWS_SECRET_ACCESS_KEY: 'only-for-tests' };

/** The URL of the run's S3 server. The first call of a run starts it (about 2 s): call this in `beforeAll`. */
export function s3Url(): Promise<string> {
  return urlOnDemand('moto', inject('s3Address'));
}

/** A bucket of its own for a test. */
export async function newBucket(endpoint: string): Promise<string> {
  // The library is pinned to a version for Node 20, and warns about later ones.
  process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true';
  const { CreateBucketCommand, S3Client } = await import('@aws-sdk/client-s3');
  const bucket = `test-${randomUUID().slice(0, 13)}`;
  const credentials = {
    accessKeyId: S3_KEYS.AWS_ACCESS_KEY_ID,
    secretAccessKey: S3_KEYS.AWS_SECRET_ACCESS_KEY,
  };
  const client = new S3Client({ endpoint, forcePathStyle: true, region: 'us-east-1', credentials });
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  client.destroy();
  return bucket;
}
