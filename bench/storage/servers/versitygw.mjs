import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../engine/servers/free-port.mjs';
import { startServer } from '../../engine/servers/server-process.mjs';

const PROGRAM = fileURLToPath(new URL('../../../.cache/tools/versitygw/bin/versitygw', import.meta.url));
export const KEYS = { AWS_ACCESS_KEY_ID: 'casparian-bench', AWS_SECRET_ACCESS_KEY: 'only-for-benchmarks' };

/** An S3 server with these buckets. It keeps connections open, as S3 does; by default versitygw closes each after one request. */
export async function startVersitygw(directory, buckets) {
  if (!existsSync(PROGRAM)) throw new Error('versitygw is not installed: npm run setup -- --versitygw');
  const { AWS_ACCESS_KEY_ID: ROOT_ACCESS_KEY, AWS_SECRET_ACCESS_KEY: ROOT_SECRET_KEY } = KEYS;
  const port = await freePort();
  const data = join(directory, 'data');
  mkdirSync(data);
  const url = `http://127.0.0.1:${port}`;
  const server = await startServer({
    command: PROGRAM,
    args: ['--keep-alive', '--port', `127.0.0.1:${port}`, 'posix', data],
    logFile: join(directory, 'versitygw.log'),
    account: { env: { PATH: process.env.PATH, ROOT_ACCESS_KEY, ROOT_SECRET_KEY } },
    stopSignal: 'SIGTERM',
    isReady: () =>
      fetch(url).then(
        () => true,
        () => false,
      ),
  });
  await makeBuckets(url, buckets);
  return { ...server, url };
}

async function makeBuckets(endpoint, buckets) {
  const { CreateBucketCommand, S3Client } = await import('@aws-sdk/client-s3');
  const client = new S3Client({ endpoint, forcePathStyle: true, region: 'us-east-1' });
  for (const Bucket of buckets) await client.send(new CreateBucketCommand({ Bucket }));
  client.destroy();
}
