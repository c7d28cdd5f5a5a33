import { join, resolve, sep } from 'node:path';
import { CasparianError } from '../platform/index.js';

const SCHEME = 's3://';

export interface S3Address {
  readonly bucket: string;
  /** Without a leading slash; may be empty. */
  readonly key: string;
}

export function isS3Address(text: string): boolean {
  return text.startsWith(SCHEME);
}

/** The rules of S3 for names of buckets, without those that only AWS has. */
const BUCKET = /^[a-zA-Z0-9][a-zA-Z0-9._-]{1,62}$/;

export function parseS3Address(address: string): S3Address {
  const [bucket = '', ...rest] = address.slice(SCHEME.length).split('/');
  if (isS3Address(address) && BUCKET.test(bucket)) return { bucket, key: rest.join('/').replace(/^\/+/, '') };
  throw new CasparianError('STORAGE_ADDRESS_INVALID', `'${address}' is not an address in a bucket`, {
    why: `An address is ${SCHEME}BUCKET/KEY. The name of a bucket has 2 to 63 letters, digits, dots, hyphens and underscores.`,
  });
}

export function s3Address(bucket: string, key: string): string {
  return `${SCHEME}${bucket}/${key}`;
}

/** An address below another one. Paths get the separator of the system. */
export function joinAddress(root: string, ...parts: readonly string[]): string {
  if (!isS3Address(root)) return join(root, ...parts);
  return [root.replace(/\/+$/, ''), ...parts].filter((part) => part !== '').join('/');
}

/** The key of an address below a root; undefined if it is not below it. */
export function keyBelow(root: string, address: string): string | undefined {
  const separator = isS3Address(root) ? '/' : sep;
  const prefix = root.endsWith(separator) ? root : root + separator;
  if (!address.startsWith(prefix)) return undefined;
  return address.slice(prefix.length).replaceAll(separator, '/');
}

/** A path as seen from the working directory, or an address without a slash at its end. */
export function absoluteAddress(text: string): string {
  if (!isS3Address(text)) return resolve(text);
  parseS3Address(text);
  return text.replace(/\/+$/, '');
}
