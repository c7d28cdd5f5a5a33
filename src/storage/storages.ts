import { basename, dirname } from 'node:path';
import { lazily } from '../platform/index.js';
import { isS3Address, parseS3Address, s3Address } from './address.js';
import { localStorage } from './local/local-storage.js';
import type { S3Options } from './s3/open-client.js';
import { s3Storage } from './s3/s3-storage.js';
import type { Storage } from './storage.js';

/** A file and the storage that has it. */
export interface StoragePlace {
  readonly storage: Storage;
  readonly key: string;
}

export interface S3Access {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string | undefined;
  readonly region: string;
  /** Undefined for AWS. */
  readonly endpoint: string | undefined;
  readonly pathStyle: boolean;
}

/** The storages of a process. All buckets share one client, which is loaded with the first request to one. */
export interface Storages {
  /** The storage with this root: a folder, or `s3://bucket/prefix`. */
  at(root: string): Storage;
  /** The storage and key of one file. */
  locate(address: string): StoragePlace;
  /** What another program needs to read the same buckets. */
  s3Access(): Promise<S3Access>;
}

export function createStorages(options: S3Options = {}): Storages {
  const session = lazily(async () => {
    const { openClient } = await import('./s3/open-client.js');
    return openClient(options);
  });
  const at = (root: string): Storage =>
    isS3Address(root) ? s3Storage(root, { session, endpoint: options.endpoint }) : localStorage(root);
  return {
    at,
    locate(address) {
      if (!isS3Address(address)) return { storage: localStorage(dirname(address)), key: basename(address) };
      const { bucket, key } = parseS3Address(address);
      return { storage: at(s3Address(bucket, '')), key };
    },
    async s3Access() {
      const { client } = await session();
      const { accessKeyId, secretAccessKey, sessionToken } = await client.config.credentials();
      const region = await client.config.region();
      const { endpoint, pathStyle = endpoint !== undefined } = options;
      return { accessKeyId, secretAccessKey, sessionToken, region, endpoint, pathStyle };
    },
  };
}
