import { beforeAll, afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createStorages } from '../../src/storage/index.js';
import { newBucket, S3_KEYS } from '../services/shared-s3.js';
import { type DurableS3Server, startVersitygw, versitygwInstalled } from '../services/versitygw.js';
import { conformanceSuite } from './conformance.js';

describe.skipIf(!versitygwInstalled())('versitygw', () => {
  let server: DurableS3Server;
  let bucket: string;
  beforeAll(async () => {
    server = await startVersitygw();
    bucket = await newBucket(server.url);
  });
  beforeEach(() => {
    for (const [name, value] of Object.entries(S3_KEYS)) vi.stubEnv(name, value);
  });
  afterAll(() => server.remove());

  conformanceSuite('versitygw', async () => createStorages({ endpoint: server.url }).at(`s3://${bucket}/prefix`));

  it('has the same files after it was killed, and requests wait for its return', async () => {
    const storage = createStorages({ endpoint: server.url }).at(`s3://${bucket}/restarts`);
    await storage.write('before', Buffer.from('1'));
    await server.kill();
    const waiting = storage.find('before');
    await server.start();
    expect(await waiting).toMatchObject({ sizeBytes: 1 });
  });
});
