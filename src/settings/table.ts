import { userInfo } from 'node:os';
import { join } from 'node:path';
import { DEFAULT_CONNECTIONS } from '../database/defaults.js';
import { DEFAULT_MAX_PAYLOAD_BYTES } from '../engine/defaults.js';
import { COLLECT_SETTINGS } from './collect-settings.js';
import { COPY_SETTINGS } from './copy-settings.js';
import { HTTP_SETTINGS } from './http-settings.js';
import {
  bytes,
  databaseUrl,
  type Kind,
  lines,
  names,
  oneOf,
  outputFormat,
  path,
  paths,
  seconds,
  share,
  text,
  url,
  wholeNumber,
  yesNo,
} from './kinds.js';
import { PASSPORT_SETTINGS } from './passport-settings.js';
import { DAY_SECONDS, GIBIBYTE, type SettingDefinition } from './setting-definition.js';
import { STORAGE_SETTINGS } from './storage-settings.js';
import { WORKER_SETTINGS } from './worker-settings.js';

/**
 * The one table of settings. The name of a setting is its key in casparian.toml. They are resolved in this order.
 * `npm run docs:reference` writes docs/reference/configuration.md from it.
 */
export const SETTINGS = {
  home: {
    env: 'CASPARIAN_HOME',
    flag: '--home',
    kind: path(),
    default: '~/.casparian_flow',
    description: 'Folder with the database and everything else that this installation stores.',
  },
  database_url: {
    env: 'CASPARIAN_DATABASE_URL',
    aliases: ['DATABASE_URL'],
    flag: '--db',
    kind: databaseUrl(),
    derived: {
      description: 'SQLite at `<home>/casparian.db`',
      from: ({ home }) => `sqlite:${join(String(home), 'casparian.db')}`,
    },
    secret: true,
    description: 'The database: `postgres://…`, `sqlite:/path/file.db`, or a path that ends in `.db`.',
  },
  listen_url: {
    env: 'CASPARIAN_LISTEN_URL',
    kind: url('postgres:', 'postgresql:'),
    secret: true,
    description: 'Direct PostgreSQL URL for LISTEN, if `database_url` points to a pooler.',
  },
  listen_enabled: {
    env: 'CASPARIAN_LISTEN_ENABLED',
    kind: yesNo(),
    default: true,
    description:
      'Whether PostgreSQL notifies workers of new jobs. Without it a worker needs no connection of its own behind a pooler, and polls.',
  },
  database_connections: {
    env: 'CASPARIAN_DATABASE_CONNECTIONS',
    kind: wholeNumber({ min: 1, max: 1_000 }),
    default: DEFAULT_CONNECTIONS,
    description:
      'Connections to PostgreSQL that one process may open, besides one for LISTEN and one for the renewal of leases.',
  },
  sqlite_synchronous: {
    env: 'CASPARIAN_SQLITE_SYNCHRONOUS',
    kind: oneOf('full', 'normal'),
    default: 'full',
    description: '`full` syncs every commit to disk; `normal` is faster but can lose the last commits in a power cut.',
  },
  max_payload_bytes: {
    env: 'CASPARIAN_MAX_PAYLOAD_BYTES',
    kind: wholeNumber({ min: 2, max: GIBIBYTE }),
    default: DEFAULT_MAX_PAYLOAD_BYTES,
    description: 'Maximum size of a payload, and of a result.',
  },
  jobs: {
    env: 'CASPARIAN_JOBS',
    flag: '--jobs',
    kind: paths(),
    default: [],
    description: 'Modules with job definitions made with `defineJob()`, separated by commas.',
  },
  ...WORKER_SETTINGS,
  quarantine_threshold: {
    env: 'CASPARIAN_QUARANTINE_THRESHOLD',
    flag: '--quarantine-threshold',
    kind: share(),
    default: 0.5,
    description: 'A run fails when a larger share of its rows violates the contract.',
  },
  max_quarantine_rows: {
    env: 'CASPARIAN_MAX_QUARANTINE_ROWS',
    flag: '--max-quarantine-rows',
    kind: wholeNumber({ min: 0, max: Number.MAX_SAFE_INTEGER }),
    default: 10_000,
    description: 'A run fails when more rows than this violate the contract.',
  },
  python: {
    env: 'CASPARIAN_PYTHON',
    flag: '--python',
    kind: text(),
    description: 'Python that runs registered parsers, instead of environments built from their lockfiles.',
  },
  offline: {
    env: 'CASPARIAN_OFFLINE',
    flag: '--offline',
    kind: yesNo(),
    default: false,
    description: 'Build environments without using the network.',
  },
  vendor: {
    env: 'CASPARIAN_VENDOR',
    flag: '--vendor',
    kind: path(),
    description: 'Folder of vendored packages, from which environments are built without a network.',
  },
  output_format: {
    env: 'CASPARIAN_OUTPUT_FORMAT',
    kind: outputFormat(),
    default: 'parquet',
    description: 'Format of the datasets that jobs write.',
  },
  ...COPY_SETTINGS,
  ...STORAGE_SETTINGS,
  parser_timeout_seconds: {
    env: 'CASPARIAN_PARSER_TIMEOUT_SECONDS',
    kind: seconds({ min: 0.1, max: 20 * DAY_SECONDS }),
    description: 'Time limit of a parser or built-in reader for one file. When it is exceeded, the attempt fails.',
  },
  parser_cpu_seconds: {
    env: 'CASPARIAN_PARSER_CPU_SECONDS',
    kind: wholeNumber({ min: 1, max: 20 * DAY_SECONDS }),
    description: 'CPU time limit of a parser or built-in reader for one file.',
  },
  parser_memory_bytes: {
    env: 'CASPARIAN_PARSER_MEMORY_BYTES',
    kind: bytes({ min: 16 * 2 ** 20 }),
    description: 'Memory limit of a parser with its children, or of a built-in reader, which itself needs 100 MB.',
  },
  reader_timeout_seconds: {
    env: 'CASPARIAN_READER_TIMEOUT_SECONDS',
    kind: seconds({ min: 0.1, max: 20 * DAY_SECONDS }),
    default: 3_600,
    description: 'Time limit of a built-in reader for one file, unless `parser_timeout_seconds` is set.',
  },
  reader_memory_bytes: {
    env: 'CASPARIAN_READER_MEMORY_BYTES',
    kind: bytes({ min: 128 * 2 ** 20 }),
    default: 4 * GIBIBYTE,
    description: 'Memory limit of a built-in reader, unless `parser_memory_bytes` is set.',
  },
  reader_max_unpacked_bytes: {
    env: 'CASPARIAN_READER_MAX_UNPACKED_BYTES',
    kind: bytes({ min: 2 ** 20 }),
    default: 64 * GIBIBYTE,
    description: 'How much a compressed file may unpack to.',
  },
  reader_max_unpack_ratio: {
    env: 'CASPARIAN_READER_MAX_UNPACK_RATIO',
    kind: wholeNumber({ min: 1, max: 1_000_000 }),
    default: 250,
    description: 'How many times its size a compressed file may unpack to, above 256 MiB.',
  },
  parser_environment: {
    env: 'CASPARIAN_PARSER_ENVIRONMENT',
    kind: names(),
    default: [],
    description: 'Environment variables that registered parsers get in addition to PATH, LANG, TZ and similar ones.',
  },
  sandbox: {
    env: 'CASPARIAN_SANDBOX',
    kind: oneOf('require', 'auto', 'off'),
    default: 'auto',
    description:
      'Confine parsers and built-in readers on Linux: `require` fails where the kernel cannot, `auto` uses what there is, `off` runs them with the rights of the worker.',
  },
  sandbox_read: {
    env: 'CASPARIAN_SANDBOX_READ',
    kind: paths(),
    default: [],
    description: 'Files and folders that confined parsers may read, in addition to their input.',
  },
  parser_network: {
    env: 'CASPARIAN_PARSER_NETWORK',
    kind: yesNo(),
    default: false,
    description: 'Allow the network to confined parsers that declare `network = true`.',
  },
  warm_python: {
    env: 'CASPARIAN_WARM_PYTHON',
    kind: yesNo(),
    default: true,
    description: 'Keep one Python process running per environment and fork it for each file.',
  },
  job_log_bytes: {
    env: 'CASPARIAN_JOB_LOG_BYTES',
    kind: bytes({ min: 4096 }),
    default: 10 * 2 ** 20,
    description: 'How much output of a program is kept per attempt: its beginning and its end.',
  },
  task_allow: {
    env: 'CASPARIAN_TASK_ALLOW',
    flag: '--allow',
    kind: lines(),
    default: [],
    description:
      'Commands that tasks may run here: patterns such as `python -m myproject.*`, one per line. Empty: any command.',
  },
  allow_private_addresses: {
    env: 'CASPARIAN_ALLOW_PRIVATE_ADDRESSES',
    kind: yesNo(),
    default: false,
    description:
      'Permit webhooks to loopback and private addresses, and plain http. For development and closed networks.',
  },
  webhook_encryption_key: {
    env: 'CASPARIAN_WEBHOOK_ENCRYPTION_KEY',
    aliases: ['BPC_WEBHOOK_ENCRYPTION_KEY'],
    kind: text(),
    secret: true,
    description:
      'Key for the secrets of webhooks: 32 bytes in base64 or hex. Without it, a key is created in `<home>/webhook.key`.',
  },
  webhook_timeout_seconds: {
    env: 'CASPARIAN_WEBHOOK_TIMEOUT_SECONDS',
    aliases: ['BPC_WEBHOOK_TIMEOUT_SECONDS'],
    kind: seconds({ min: 0.1, max: 300 }),
    default: 30,
    description: 'Time limit of a webhook delivery, from the look-up of the address to the end of the response.',
  },
  ...COLLECT_SETTINGS,
  webhook_disable_after_days: {
    env: 'CASPARIAN_WEBHOOK_DISABLE_AFTER_DAYS',
    kind: wholeNumber({ min: 1, max: 365 }),
    default: 5,
    description: 'A webhook endpoint that has only failed for this long is disabled.',
  },
  settle_seconds: {
    env: 'CASPARIAN_SETTLE_SECONDS',
    flag: '--settle',
    kind: seconds({ min: 0, max: DAY_SECONDS }),
    default: 2,
    description: 'A watched file is read when it has not changed for this long.',
  },
  watch_poll_seconds: {
    env: 'CASPARIAN_WATCH_POLL_SECONDS',
    kind: seconds({ min: 0.1, max: DAY_SECONDS }),
    default: 10,
    description: 'How often watched folders are scanned, in addition to notifications of the system.',
  },
  actor: {
    env: 'CASPARIAN_ACTOR',
    kind: text(),
    derived: { description: 'the user name of the operating system', from: userName },
    description: 'Who makes the changes of a command, as recorded in the event log.',
  },
  job_events: {
    env: 'CASPARIAN_JOB_EVENTS',
    kind: names(),
    default: [],
    description:
      'Job types whose endings become events, with `*` for any characters. Those that a webhook subscribes to do in any case.',
  },
  tree_heads: {
    env: 'CASPARIAN_TREE_HEADS',
    kind: oneOf('daily', 'off'),
    default: 'daily',
    description: 'Whether workers sign a tree head over the event log every day.',
  },
  ...PASSPORT_SETTINGS,
  log_level: {
    env: 'CASPARIAN_LOG_LEVEL',
    flag: '--log-level',
    kind: oneOf('debug', 'info', 'warn', 'error', 'silent'),
    default: 'info',
    description: 'Minimum level of log lines.',
  },
  log_format: {
    env: 'CASPARIAN_LOG_FORMAT',
    kind: oneOf('auto', 'json', 'text'),
    default: 'auto',
    description: 'Format of the log. `auto` is `text` on a terminal and `json` elsewhere.',
  },
  metrics_port: {
    env: 'CASPARIAN_METRICS_PORT',
    flag: '--metrics-port',
    kind: wholeNumber({ min: 0, max: 65_535 }),
    description: 'Port for `/metrics`, `/health/live` and `/health/ready` of a worker; 0 picks a free port.',
  },
  metrics_host: {
    env: 'CASPARIAN_METRICS_HOST',
    kind: text(),
    default: '127.0.0.1',
    description: 'Address on which that port is opened. `0.0.0.0` opens it on every address of the machine.',
  },
  ...HTTP_SETTINGS,
} as const satisfies Record<string, SettingDefinition>;

export type SettingName = keyof typeof SETTINGS;

type Optional =
  | 'listen_url'
  | 'rabbitmq_url'
  | 'python'
  | 'vendor'
  | 'load_to'
  | 'output'
  | 's3_endpoint'
  | 's3_region'
  | 's3_path_style'
  | 'parser_timeout_seconds'
  | 'parser_cpu_seconds'
  | 'parser_memory_bytes'
  | 'collect_response_days'
  | 'collect_point_days'
  | 'webhook_encryption_key'
  | 'signing_key'
  | 'signing_key_file'
  | 'signing_public_key'
  | 'signing_key_id'
  | 'metrics_port'
  | 'metrics_host'
  | 'api_key_pepper';
type ValueOf<Definition> = Definition extends { readonly kind: Kind<infer Value> } ? Value : never;

export type Settings = {
  readonly [Name in SettingName]: ValueOf<(typeof SETTINGS)[Name]> | (Name extends Optional ? undefined : never);
};

/** A user id without an entry in the list of users, as containers have it, has no name. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
