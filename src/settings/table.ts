import { randomUUID } from 'node:crypto';
import { hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import { DEFAULT_MAX_PAYLOAD_BYTES, RABBITMQ_DEFAULTS, WORKER_DEFAULTS } from '../engine/defaults.js';
import { VERSION } from '../platform/index.js';
import { HTTP_SETTINGS } from './http-settings.js';
import {
  bytes,
  databaseUrl,
  type Kind,
  lines,
  milliseconds,
  names,
  oneOf,
  path,
  paths,
  seconds,
  share,
  text,
  url,
  wholeNumber,
  words,
  yesNo,
} from './kinds.js';

export interface SettingDefinition {
  /** The variable that sets it, and the names that scripts of other systems use for it. */
  readonly env: string;
  readonly aliases?: readonly string[];
  /** The command line option that sets it, where there is one. */
  readonly flag?: string;
  readonly kind: Kind<unknown>;
  /** Absent: the setting is off unless given. */
  readonly default?: unknown;
  /** A default computed from settings above it, with its description. */
  readonly derived?: { readonly description: string; from(above: Readonly<Record<string, unknown>>): unknown };
  /** May contain a password: shown masked. */
  readonly secret?: boolean;
  readonly description: string;
}

const DAY_SECONDS = 86_400;
const GIBIBYTE = 1_073_741_824;

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
  worker_id: {
    env: 'CASPARIAN_WORKER_ID',
    aliases: ['BPC_WORKER_ID', 'WORKER_ID'],
    flag: '--worker-id',
    kind: text(),
    derived: { description: 'host name, process id and a random part', from: uniqueWorkerId },
    description: 'Name of the worker in leases, logs and metrics. Must differ between processes.',
  },
  concurrency: {
    env: 'CASPARIAN_CONCURRENCY',
    flag: '--concurrency',
    kind: wholeNumber({ min: 1, max: 10_000 }),
    default: WORKER_DEFAULTS.concurrency,
    description: 'Number of jobs that a worker runs at the same time.',
  },
  lease_seconds: {
    env: 'CASPARIAN_LEASE_SECONDS',
    aliases: ['BPC_JOBS_LEASE_SECONDS', 'JOB_LOCK_TIMEOUT_SECONDS'],
    kind: seconds({ min: 0.1, max: DAY_SECONDS }),
    default: WORKER_DEFAULTS.leaseMs / 1_000,
    description: 'How long a worker keeps its jobs without a heartbeat.',
  },
  lease_renew_seconds: {
    env: 'CASPARIAN_LEASE_RENEW_SECONDS',
    aliases: ['BPC_JOBS_LEASE_RENEW_SECONDS'],
    kind: seconds({ min: 0.05, max: DAY_SECONDS }),
    derived: {
      description: 'half of `lease_seconds`, at most 30',
      from: ({ lease_seconds }) => Math.min(WORKER_DEFAULTS.renewEveryMs / 1_000, Number(lease_seconds) / 2),
    },
    description: 'How often a worker renews its leases. Must be shorter than `lease_seconds`.',
  },
  poll_interval_ms: {
    env: 'CASPARIAN_POLL_INTERVAL_MS',
    aliases: ['BPC_JOBS_POLL_INTERVAL_MS', 'POLL_INTERVAL'],
    kind: milliseconds({ min: 10, max: 3_600_000 }),
    default: WORKER_DEFAULTS.pollEveryMs,
    description: 'How often a worker looks for jobs when no trigger fires.',
  },
  stop_grace_seconds: {
    env: 'CASPARIAN_STOP_GRACE_SECONDS',
    kind: seconds({ min: 0, max: DAY_SECONDS }),
    default: WORKER_DEFAULTS.stopGraceMs / 1_000,
    description: 'How long running jobs may continue after SIGTERM before they go back to the queue, uncharged.',
  },
  rabbitmq_url: {
    env: 'CASPARIAN_RABBITMQ_URL',
    kind: url('amqp:', 'amqps:'),
    secret: true,
    description: 'RabbitMQ as an additional trigger: `amqp://user:password@host:5672`.',
  },
  rabbitmq_enabled: {
    env: 'CASPARIAN_RABBITMQ_ENABLED',
    aliases: ['BPC_QUEUE_ENABLED'],
    kind: yesNo(),
    derived: {
      description: '`true` when `rabbitmq_url` is set',
      from: ({ rabbitmq_url }) => rabbitmq_url !== undefined,
    },
    description: 'Whether the RabbitMQ trigger is used.',
  },
  rabbitmq_exchange: {
    env: 'CASPARIAN_RABBITMQ_EXCHANGE',
    kind: text(),
    default: RABBITMQ_DEFAULTS.exchange,
    description: 'Topic exchange on which enqueued jobs are announced.',
  },
  rabbitmq_routing_key: {
    env: 'CASPARIAN_RABBITMQ_ROUTING_KEY',
    kind: text(),
    default: RABBITMQ_DEFAULTS.routingKey,
    description: 'Routing key of the announcements.',
  },
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
    kind: oneOf('parquet', 'csv', 'jsonl'),
    default: 'parquet',
    description: 'Format of the datasets that jobs write.',
  },
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
  parser_environment: {
    env: 'CASPARIAN_PARSER_ENVIRONMENT',
    kind: names(),
    default: [],
    description: 'Environment variables that registered parsers get in addition to PATH, LANG, TZ and similar ones.',
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
  collect_timeout_seconds: {
    env: 'CASPARIAN_COLLECT_TIMEOUT_SECONDS',
    kind: seconds({ min: 0.1, max: 600 }),
    default: 30,
    description: 'Time limit of one request to a source, with its redirects and its whole body.',
  },
  collect_max_body_bytes: {
    env: 'CASPARIAN_COLLECT_MAX_BODY_BYTES',
    kind: bytes({ min: 1_024 }),
    default: 8_388_608,
    description: 'The largest response of a source that is read, as sent and after decompression.',
  },
  collect_contact: {
    env: 'CASPARIAN_COLLECT_CONTACT',
    kind: text(),
    description: 'A web or mail address in the user agent, so that the operator of a source can reach you.',
  },
  collect_response_days: {
    env: 'CASPARIAN_COLLECT_RESPONSE_DAYS',
    kind: wholeNumber({ min: 1, max: 36_500 }),
    description:
      'Stored responses that no price came from, and quarantined rows, are removed at this age, with every scheduled collection. Without it they are kept until `collect prune`.',
  },
  collect_point_days: {
    env: 'CASPARIAN_COLLECT_POINT_DAYS',
    kind: wholeNumber({ min: 1, max: 36_500 }),
    description:
      'Prices that were observed and last reported longer ago are removed, with every scheduled collection. Without it they are kept.',
  },
  valuation_debounce_seconds: {
    env: 'CASPARIAN_VALUATION_DEBOUNCE_SECONDS',
    kind: seconds({ min: 0, max: 86_400 }),
    default: 5,
    description: 'Price points that change within this time share one valuation.',
  },
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
  signing_key: {
    env: 'CASPARIAN_SIGNING_KEY',
    aliases: ['BPC_SIGNING_ED25519_PRIVATE_KEY_BASE64'],
    kind: text(),
    secret: true,
    description:
      'Ed25519 key that signs passports and tree heads: PEM, or base64 of its seed. Without any key, a development key is created in `<home>/keys`.',
  },
  signing_key_file: {
    env: 'CASPARIAN_SIGNING_KEY_FILE',
    kind: path(),
    description: 'File with the signing key, such as a mounted secret, instead of `signing_key`.',
  },
  signing_command: {
    env: 'CASPARIAN_SIGNING_COMMAND',
    kind: words(),
    default: [],
    description:
      'Command that signs instead of a key in memory, for an HSM or KMS: words separated by spaces, or an array. Needs `signing_public_key`.',
  },
  signing_public_key: {
    env: 'CASPARIAN_SIGNING_PUBLIC_KEY',
    kind: text(),
    description: 'Public key of `signing_command`: PEM or base64.',
  },
  signing_key_id: {
    env: 'CASPARIAN_SIGNING_KEY_ID',
    aliases: ['BPC_SIGNING_KEY_ID'],
    kind: text(),
    derived: { description: '16 digits of the hash of the public key', from: () => undefined },
    description: 'Name of the signing key in signatures.',
  },
  compiler_build_id: {
    env: 'CASPARIAN_COMPILER_BUILD_ID',
    aliases: ['BPC_COMPILER_BUILD_ID'],
    kind: text(),
    default: `casparian-${VERSION}`,
    description: 'Name of the program that compiles passports, in every receipt; for example a commit hash.',
  },
  passport_payload_max_bytes: {
    env: 'CASPARIAN_PASSPORT_PAYLOAD_MAX_BYTES',
    aliases: ['BPC_PAYLOAD_MAX_BYTES'],
    kind: wholeNumber({ min: 1, max: GIBIBYTE }),
    default: 131_072,
    description: 'Maximum size of the payload of a passport. Values above 131072 have no effect.',
  },
  passport_proof_max_bytes: {
    env: 'CASPARIAN_PASSPORT_PROOF_MAX_BYTES',
    aliases: ['BPC_PROOF_MAX_BYTES'],
    kind: wholeNumber({ min: 1, max: GIBIBYTE }),
    default: 262_144,
    description: 'Maximum size of the proof of a passport. Values above 262144 have no effect.',
  },
  passport_receipt_max_bytes: {
    env: 'CASPARIAN_PASSPORT_RECEIPT_MAX_BYTES',
    aliases: ['BPC_RECEIPT_MAX_BYTES'],
    kind: wholeNumber({ min: 1, max: GIBIBYTE }),
    default: 16_384,
    description: 'Maximum size of the receipt of a passport. Values above 16384 have no effect.',
  },
  ingest_folders: {
    env: 'CASPARIAN_INGEST_FOLDERS',
    kind: paths(),
    default: [],
    description:
      'Folders from which INGEST_DOCUMENT may read local files, separated by commas. Without any, it reads URLs only.',
  },
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
    derived: { description: 'every address of the machine', from: () => undefined },
    description: 'Address on which that port is opened.',
  },
  ...HTTP_SETTINGS,
} as const satisfies Record<string, SettingDefinition>;

export type SettingName = keyof typeof SETTINGS;

type Optional =
  | 'listen_url'
  | 'rabbitmq_url'
  | 'python'
  | 'vendor'
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

function uniqueWorkerId(): string {
  return `${hostname()}-${process.pid}-${randomUUID().slice(0, 8)}`;
}
