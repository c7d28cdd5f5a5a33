import { bucketAddress, bytes, text, url, yesNo } from './kinds.js';
import { GIBIBYTE } from './setting-definition.js';

const MEBIBYTE = 1_048_576;

/** The settings of buckets. */
export const STORAGE_SETTINGS = {
  output: {
    env: 'CASPARIAN_OUTPUT',
    kind: bucketAddress(),
    description:
      'Where jobs write the files of datasets: `s3://BUCKET/PREFIX`. Without it, in `<home>/output`. Files that were written elsewhere before are still read.',
  },
  s3_endpoint: {
    env: 'CASPARIAN_S3_ENDPOINT',
    aliases: ['AWS_ENDPOINT_URL_S3', 'AWS_ENDPOINT_URL'],
    kind: url('http:', 'https:'),
    description: 'The server of `s3://` addresses, if it is not AWS.',
  },
  s3_region: {
    env: 'CASPARIAN_S3_REGION',
    aliases: ['AWS_REGION', 'AWS_DEFAULT_REGION'],
    kind: text(),
    description: 'The region of the buckets. By default that of the profile in `~/.aws`.',
  },
  s3_path_style: {
    env: 'CASPARIAN_S3_PATH_STYLE',
    kind: yesNo(),
    description:
      'Send the name of the bucket in the path of a request instead of its host name. By default with `s3_endpoint` only.',
  },
  spool_bytes: {
    env: 'CASPARIAN_SPOOL_BYTES',
    kind: bytes({ min: MEBIBYTE }),
    default: 10 * GIBIBYTE,
    description: 'How much of the disk copies of files in buckets may use, in `<home>/spool`.',
  },
} as const;
