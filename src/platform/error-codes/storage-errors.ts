import { hint } from '../hint.js';
import type { ErrorCodeEntry } from './error-code-entry.js';

/** Files in folders and buckets. */
export const STORAGE_ERRORS = {
  STORAGE_ADDRESS_INVALID: {
    exit: 2,
    retryable: false,
    explain: 'An address in a bucket is `s3://BUCKET/KEY`.',
  },
  STORAGE_BUCKET_NOT_FOUND: {
    exit: 3,
    retryable: false,
    explain:
      'The server has no bucket with this name. Check the name, and that s3_endpoint is the server that you mean. Casparian Flow creates no buckets.',
  },
  STORAGE_CREDENTIALS_MISSING: {
    exit: 2,
    retryable: false,
    explain:
      'No credentials for the bucket were found. They are looked up as all tools of AWS do: the variables AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, the profile in ~/.aws, single sign-on, and the role of the container or machine.',
  },
  STORAGE_DENIED: {
    exit: 1,
    retryable: false,
    explain:
      'The server refused the credentials, or they have no permission for this request. Reading needs s3:GetObject and s3:ListBucket; outputs also need s3:PutObject, s3:DeleteObject, s3:AbortMultipartUpload and s3:ListBucketMultipartUploads.',
  },
  STORAGE_WRONG_ENDPOINT: {
    exit: 2,
    retryable: false,
    explain:
      'The server is not the one that has the bucket: its region is another one, or the address in s3_endpoint does not speak the protocol of S3.',
    next: [hint('See the settings in use', { action: 'config' })],
  },
  STORAGE_CLOCK_SKEW: {
    exit: 1,
    retryable: false,
    explain:
      'The clock of this machine differs from that of the server by more than it accepts (15 minutes at AWS). Signatures of requests contain the time. Set the clock.',
  },
  STORAGE_UNREACHABLE: {
    exit: 1,
    retryable: true,
    explain:
      'The server of the bucket cannot be reached, or it closed the connection. The request was repeated before.',
  },
  STORAGE_FAILED: {
    exit: 1,
    retryable: true,
    explain: 'The server of the bucket reported an error. The request was repeated before, if that can help.',
  },
  STORAGE_FILE_NOT_FOUND: {
    exit: 3,
    retryable: false,
    explain: 'There is no file at this address.',
  },
  STORAGE_FILE_CHANGED: {
    exit: 1,
    retryable: true,
    explain: 'The file was replaced between two requests, so what was read of it may not belong together.',
  },
  STORAGE_FILE_EXISTS: {
    exit: 1,
    retryable: true,
    explain:
      'There is a file under a name that only one attempt of one job uses. Another program wrote it, or two databases use the same prefix. It was not replaced.',
  },
  EXTENSION_MISSING: {
    exit: 2,
    retryable: false,
    explain: 'DuckDB reads files in buckets with its extension httpfs, which is not installed in this home.',
    next: [hint('Install it with', { action: 'extensions.install', arguments: ['httpfs'] })],
  },
  EXTENSION_UNKNOWN: {
    exit: 2,
    retryable: false,
    explain:
      'Only extensions whose hash casparian knows are installed, and there is none with this name for this machine.',
  },
  EXTENSION_UNAVAILABLE: {
    exit: 1,
    retryable: false,
    explain:
      'The package of an extension could not be downloaded, or the given folder does not have it. Download it on a machine with a network, and name its folder.',
  },
  EXTENSION_INVALID: {
    exit: 1,
    retryable: false,
    explain:
      'The file of an extension does not have the hash that casparian knows, or its package is damaged. It was not installed.',
  },
  SPOOL_FULL: {
    exit: 1,
    retryable: true,
    explain:
      'Files of buckets are stored on the local disk while they are read, and the budget for them (spool_bytes) is used up by files that are being read.',
  },
} as const satisfies Record<string, ErrorCodeEntry>;
