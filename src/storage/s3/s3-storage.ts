import { createReadStream } from 'node:fs';
import { stat, unlink } from 'node:fs/promises';
import { CasparianError } from '../../platform/index.js';
import { parseS3Address, s3Address } from '../address.js';
import type { Storage, StoredFile } from '../storage.js';
import { listPages } from './list-objects.js';
import type { S3Session } from './open-client.js';
import { readObject } from './read-object.js';
import { isNotFound, s3Failure } from './s3-failure.js';
import { type WriteRequest, writeObject } from './write-object.js';

export interface S3StorageOptions {
  /** Opened with the first request. */
  readonly session: () => Promise<S3Session>;
  readonly endpoint: string | undefined;
}

/** More keys than this are refused in one request. */
const REMOVED_AT_ONCE = 1_000;

/** Objects of a bucket whose keys begin with a prefix. */
export function s3Storage(root: string, { session, endpoint }: S3StorageOptions): Storage {
  const { bucket: Bucket, key } = parseS3Address(root);
  const base = key === '' || key.endsWith('/') ? key : `${key}/`;
  const addressOf = (below: string): string => s3Address(Bucket, base + below);
  const asked = async <T>(below: string, request: (opened: S3Session) => Promise<T>): Promise<T> => {
    try {
      return await request(await session());
    } catch (error) {
      throw s3Failure(error, addressOf(below), endpoint);
    }
  };
  const write = (below: string, request: Omit<WriteRequest, 'Bucket' | 'Key'>): Promise<boolean> =>
    asked(below, (opened) => writeObject(opened, { ...request, Bucket, Key: base + below }));
  async function* pages(prefix: string, options: Omit<Parameters<typeof listPages>[1], 'Bucket' | 'base' | 'prefix'>) {
    const listing = listPages(await session(), { ...options, Bucket, base, prefix });
    for (;;) {
      const next = await asked(prefix, () => listing.next());
      if (next.done === true) return;
      yield next.value;
    }
  }
  return {
    root: s3Address(Bucket, base).replace(/\/$/, ''),
    addressOf,

    async find(below, { signal } = {}) {
      return asked(below, async ({ library, client }) => {
        const request = new library.HeadObjectCommand({ Bucket, Key: base + below });
        try {
          const head = await client.send(request, { ...(signal && { abortSignal: signal }) });
          return storedFile(below, head.ContentLength, head);
        } catch (error) {
          if (isNotFound(error)) return undefined;
          throw error;
        }
      });
    },

    read: (below, options = {}) =>
      asked(below, (opened) =>
        readObject(opened, { Bucket, Key: base + below }, options, (error) =>
          s3Failure(error, addressOf(below), endpoint),
        ),
      ),

    async write(below, content, { signal } = {}) {
      await write(below, { content, ifAbsent: false, signal });
    },

    writeIfAbsent: (below, content, { signal } = {}) => write(below, { content, ifAbsent: true, signal }),

    async adopt(path, below, { signal } = {}) {
      const { size: sizeBytes } = await stat(path);
      const isWritten = await write(below, { content: createReadStream(path), sizeBytes, ifAbsent: true, signal });
      if (!isWritten) throw alreadyThere(addressOf(below));
      await unlink(path);
    },

    async *list(prefix, options = {}) {
      for await (const { files } of pages(prefix, options)) if (files.length > 0) yield files;
    },

    async folders(prefix, { signal } = {}) {
      const names: string[] = [];
      for await (const { folders } of pages(prefix, { delimiter: '/', signal })) names.push(...folders);
      return names;
    },

    async remove(keys, { signal } = {}) {
      for (let start = 0; start < keys.length; start += REMOVED_AT_ONCE) {
        const batch = keys.slice(start, start + REMOVED_AT_ONCE);
        await asked(batch[0] ?? '', async ({ library, client }) => {
          const Objects = batch.map((below) => ({ Key: base + below }));
          const request = new library.DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } });
          const { Errors = [] } = await client.send(request, { ...(signal && { abortSignal: signal }) });
          const [refused] = Errors.filter(({ Code }) => Code !== 'NoSuchKey');
          if (refused !== undefined) {
            const status = refused.Code === 'AccessDenied' ? 403 : 500;
            const reason = { name: refused.Code ?? 'Error', $metadata: { httpStatusCode: status } };
            throw Object.assign(new Error(refused.Message ?? `${refused.Key} was not removed`), reason);
          }
        });
      }
    },

    abortUploads: (prefix, { olderThanMs, signal }) =>
      asked(prefix, (opened) => abortUploads(opened, { Bucket, Prefix: base + prefix, olderThanMs, signal })),
  };
}

function storedFile(
  key: string,
  size: number | undefined,
  { ETag, LastModified }: { ETag?: string | undefined; LastModified?: Date | undefined },
): StoredFile {
  return { key, sizeBytes: size ?? 0, etag: ETag ?? '', modifiedMs: LastModified?.getTime() ?? 0 };
}

function alreadyThere(address: string): CasparianError {
  return new CasparianError('STORAGE_FILE_EXISTS', `There is a file '${address}' already`, {
    why: 'Its name contains the job and its attempt, so only this attempt should write it.',
    next: ['Check that no other database writes to the same prefix.'],
  });
}

async function abortUploads(
  { library, client }: S3Session,
  request: { Bucket: string; Prefix: string; olderThanMs: number; signal: AbortSignal | undefined },
): Promise<number> {
  const { Bucket, Prefix, olderThanMs, signal } = request;
  const options = { ...(signal && { abortSignal: signal }) };
  const before = Date.now() - olderThanMs;
  let aborted = 0;
  for (let marks: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } = {}; ;) {
    const page = await client.send(new library.ListMultipartUploadsCommand({ Bucket, Prefix, ...marks }), options);
    for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
      // Some servers ignore the prefix.
      if (!Key?.startsWith(Prefix) || (Initiated?.getTime() ?? 0) > before) continue;
      await client.send(new library.AbortMultipartUploadCommand({ Bucket, Key, UploadId }), options);
      aborted += 1;
    }
    if (page.IsTruncated !== true || page.NextKeyMarker === undefined) return aborted;
    marks = { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker };
  }
}
