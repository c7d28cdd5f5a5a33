import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createStorages, type Storage } from '../../src/storage/index.js';
import { type FaultyServer, startFaultyServer } from '../services/faulty-server.js';
import { newBucket, S3_KEYS, s3Available, s3Url } from '../services/shared-s3.js';
import { conformanceSuite } from './conformance.js';

const folders: string[] = [];
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));
beforeEach(() => {
  for (const [name, value] of Object.entries(S3_KEYS)) vi.stubEnv(name, value);
});

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'casparian-storage-'));
  folders.push(folder);
  return folder;
}

conformanceSuite('local folder', async () => createStorages().at(join(await newFolder(), 'made', 'later')));

describe('local folder', () => {
  it('removes drafts of writers that died, and lists none', async () => {
    const folder = await newFolder();
    const storage = createStorages().at(folder);
    await mkdir(join(folder, 'deep'));
    const draft = join(folder, 'deep', '.orders.parquet.0123456789ab.writing');
    await writeFile(draft, 'half');
    expect(await storage.folders('')).toEqual([]);
    expect(await storage.abortUploads('', { olderThanMs: 60_000 })).toBe(0);
    await utimes(draft, 0, 0);
    expect(await storage.abortUploads('', { olderThanMs: 60_000 })).toBe(1);
  });

  it('refuses keys that leave the folder', async () => {
    const storage = createStorages().at(await newFolder());
    await expect(storage.find('../secret')).rejects.toThrow('key ../secret');
    await expect(storage.write('a//b', Buffer.from(''))).rejects.toThrow();
  });
});

describe.skipIf(!s3Available)('buckets', () => {
  let url: string;
  let bucket: string;
  beforeAll(async () => {
    url = await s3Url();
    bucket = await newBucket(url);
  });

  conformanceSuite('bucket', async () => createStorages({ endpoint: url }).at(`s3://${bucket}/some/prefix`));

  it('finds a file by its address', async () => {
    const storages = createStorages({ endpoint: url });
    await storages.at(`s3://${bucket}/x`).write('y/z.csv', Buffer.from('1'));
    const { storage, key } = storages.locate(`s3://${bucket}/x/y/z.csv`);
    expect(key).toBe('x/y/z.csv');
    expect(await storage.find(key)).toMatchObject({ key: 'x/y/z.csv', sizeBytes: 1 });
  });

  describe('of a server that fails', () => {
    let faulty: FaultyServer;
    let storage: Storage;
    beforeAll(async () => {
      faulty = await startFaultyServer(url);
      storage = createStorages({ endpoint: faulty.url }).at(`s3://${bucket}/faults`);
    });
    beforeEach(() => {
      faulty.decide = () => undefined;
      faulty.requests = [];
    });
    afterAll(() => faulty.close());
    const once = (fault: ReturnType<FaultyServer['decide']>, method: string): void => {
      let isOver = false;
      faulty.decide = (request) => {
        if (isOver || request.method !== method) return undefined;
        isOver = true;
        return fault;
      };
    };

    it('repeats a request after 500', async () => {
      once({ kind: 'status', status: 500 }, 'PUT');
      await storage.write('after-500', Buffer.from('1'));
      expect(faulty.requests.map(({ method }) => method)).toEqual(['PUT', 'PUT']);
      expect(await storage.find('after-500')).toMatchObject({ sizeBytes: 1 });
    });

    it('knows its own file when the response of a conditional put was lost', async () => {
      once({ kind: 'lost response' }, 'PUT');
      expect(await storage.writeIfAbsent('lost', Buffer.from('mine'))).toBe(true);
      expect(await storage.writeIfAbsent('lost', Buffer.from('other'))).toBe(false);
    });

    it('knows its own file when the response of the end of a multipart upload was lost', async () => {
      const path = join(await newFolder(), 'large');
      await writeFile(path, Buffer.alloc(17_000_000, 'x'));
      let isOver = false;
      faulty.decide = ({ method, path: asked }) => {
        if (isOver || method !== 'POST' || !asked.includes('uploadId=')) return undefined;
        isOver = true;
        return { kind: 'lost response' };
      };
      await storage.adopt(path, 'lost-parts');
      expect(isOver).toBe(true);
      expect(await storage.find('lost-parts')).toMatchObject({ sizeBytes: 17_000_000 });
      expect(await storage.abortUploads('', { olderThanMs: 0 })).toBe(0);
    });

    it('continues a download that is cut, with the same version', async () => {
      const content = Buffer.alloc(3_000_000, '0123456789');
      await storage.write('cut', content);
      faulty.requests = [];
      let cuts = 0;
      faulty.decide = ({ method }) =>
        method === 'GET' && (cuts += 1) <= 2 ? { kind: 'cut', afterBytes: 1_000_000 } : undefined;
      expect((await buffer(await storage.read('cut'))).equals(content)).toBe(true);
      expect(faulty.requests.length).toBeGreaterThan(2);
    });

    it('leaves an unfinished upload to be aborted later if the server is gone', async () => {
      const path = join(await newFolder(), 'large');
      await writeFile(path, Buffer.alloc(17_000_000, 'x'));
      faulty.decide = ({ method, path: asked }) =>
        asked.includes('uploadId=') && (method === 'DELETE' || asked.includes('partNumber=3'))
          ? { kind: 'status', status: 400 }
          : undefined;
      await expect(storage.adopt(path, 'unfinished/file')).rejects.toMatchObject({ code: 'STORAGE_FAILED' });
      faulty.decide = () => undefined;
      expect(await storage.find('unfinished/file')).toBeUndefined();
      expect(await storage.abortUploads('unfinished/', { olderThanMs: 0 })).toBe(1);
      expect(await storage.abortUploads('unfinished/', { olderThanMs: 0 })).toBe(0);
    });

    it.each([
      ['STORAGE_DENIED', 403, '<Error><Code>AccessDenied</Code><Message>no</Message></Error>'],
      ['STORAGE_CLOCK_SKEW', 403, '<Error><Code>RequestTimeTooSkewed</Code><Message>late</Message></Error>'],
      ['STORAGE_WRONG_ENDPOINT', 301, '<Error><Code>PermanentRedirect</Code><Message>elsewhere</Message></Error>'],
      ['STORAGE_WRONG_ENDPOINT', 200, '<html>Welcome to the web</html>'],
    ])('reports %s for a response with status %i', async (code, status, body) => {
      faulty.decide = () => ({ kind: 'status', status, body });
      await expect(storage.list('')[Symbol.asyncIterator]().next()).rejects.toMatchObject({ code, retryable: false });
    });
  });

  it('says which bucket is missing', async () => {
    const storage = createStorages({ endpoint: url }).at('s3://no-such-bucket-here/x');
    await expect(storage.write('y', Buffer.from('1'))).rejects.toMatchObject({
      code: 'STORAGE_BUCKET_NOT_FOUND',
      message: `There is no bucket 'no-such-bucket-here' at ${url}`,
    });
  });

  it('says that there are no credentials', async () => {
    for (const name of Object.keys(S3_KEYS)) vi.stubEnv(name, undefined);
    vi.stubEnv('HOME', await newFolder());
    vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true');
    const storage = createStorages({ endpoint: url }).at(`s3://${bucket}/x`);
    await expect(storage.find('y')).rejects.toMatchObject({ code: 'STORAGE_CREDENTIALS_MISSING' });
  });
});

it('reports a server that cannot be reached, and an address that is none', async () => {
  const storages = createStorages({ endpoint: 'http://127.0.0.1:9' });
  await expect(storages.at('s3://bucket/x').find('y')).rejects.toMatchObject({ code: 'STORAGE_UNREACHABLE' });
  expect(() => storages.at('s3://')).toThrow("'s3://' is not an address in a bucket");
});
