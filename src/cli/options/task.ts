import { type Command, Option } from 'commander';
import { CasparianError } from '../../platform/index.js';
import { bytes, duration, instant, priority, repeated, wholeNumber } from './values.js';

/** Options that describe what runs, and its limits: for `task submit` and `task run`. */
export interface SpecOptions {
  spec?: string;
  payload?: string;
  payloadAs?: string;
  cwd?: string;
  env?: Record<string, string>;
  inherit?: string[];
  secret?: string[];
  timeout?: number;
  memory?: number;
  cpu?: number;
  code?: string;
  lockfile?: string;
  retryExitCodes?: 'any' | number[];
}

/** Options for tenant, time and retries: only for `task submit`. */
export interface QueueingOptions {
  maxAttempts?: number;
  backoff?: string;
  retryDelay?: number;
  maxRetryDelay?: number;
  tenant?: string;
  queue?: string;
  priority?: 0 | 1 | 2 | 3;
  runAt?: Date;
  delay?: number;
}

const MAX_EXIT_CODE = 255;

export function addSpecOptions(command: Command): Command {
  return command
    .optionsGroup('What runs:')
    .option('--spec <file>', 'Read the run spec from this JSON file; `-` reads stdin. Other options override it')
    .option('--payload <json>', 'Input for the program, as JSON; `-` reads stdin, `@file` a file')
    .addOption(
      new Option(
        '--payload-as <way>',
        'How the program gets the payload (stdin); `file`: path in CASPARIAN_PAYLOAD_FILE, `argument`: last argument',
      ).choices(['stdin', 'argument', 'file']),
    )
    .option('--cwd <dir>', 'Working directory (default: the current folder)')
    .option(
      '--env <name=value>',
      'Set a variable. It is stored in the database, so do not use it for secrets. Repeatable',
      assignments,
    )
    .option('--inherit <name>', "Pass a variable with the worker's value. Repeatable", repeated)
    .option('--secret <name>', 'The same, and redact its value in stored output. Repeatable', repeated)
    .option('--code <ref>', 'Version of the code, such as git:3f2a91c; part of the spec hash, not checked')
    .option('--lockfile <file>', 'Lockfile of the environment; its SHA-256 is part of the spec hash')
    .optionsGroup('Limits:')
    .option('--timeout <duration>', 'Stop the program after this time: 30s, 10m', duration)
    .option(
      '--memory <size>',
      'Stop the program if it uses more memory than this, children included: 512MB, 2GiB',
      bytes,
    )
    .option('--cpu <duration>', 'Stop the program if it uses more CPU time than this, children included: 30s', duration)
    .optionsGroup('Retries:')
    .option('--retry-exit-codes <codes>', 'Exit codes to retry, in addition to 75: 1,2 or any', exitCodes);
}

export function addQueueingOptions(command: Command): Command {
  return command
    .option(
      '--max-attempts <n>',
      'Attempts before the job is dead (5)',
      wholeNumber('--max-attempts', { min: 1, max: 1_000 }),
    )
    .addOption(
      new Option('--backoff <kind>', 'How the delay between attempts grows (exponential)').choices([
        'exponential',
        'linear',
        'fixed',
      ]),
    )
    .option('--retry-delay <duration>', 'Delay before the second attempt (2s)', duration)
    .option('--max-retry-delay <duration>', 'Longest delay between two attempts (1024s)', duration)
    .optionsGroup('Queue and time:')
    .option('--tenant <tenant>', 'Tenant of the job (default)')
    .option('--queue <queue>', 'Queue of the job (default)')
    .option('--priority <p>', '0 critical, 1 high, 2 normal, 3 low; number or name', priority)
    .option('--run-at <time>', 'Start at this time at the earliest (ISO 8601): 2026-03-01T08:00:00Z', instant)
    .option('--delay <duration>', 'Start after this delay at the earliest: 15m, 2h', duration);
}

function assignments(value: string, earlier: Record<string, string> | undefined): Record<string, string> {
  const [, name, content] = /^([^=]+)=(.*)$/s.exec(value) ?? [];
  if (name !== undefined && content !== undefined) return { ...earlier, [name]: content };
  throw new CasparianError('OPTION_INVALID', `--env cannot be '${value}'`, {
    why: 'It needs a name and a value: --env LANG=C.',
    next: [`To pass the value of the worker: --inherit ${value.replace(/=.*/s, '') || 'NAME'}`],
  });
}

function exitCodes(value: string): 'any' | number[] {
  if (value.trim().toLowerCase() === 'any') return 'any';
  const codes = value.split(',').map((part) => (/^\s*\d{1,3}\s*$/.test(part) ? Number(part) : NaN));
  if (codes.every((code) => code >= 1 && code <= MAX_EXIT_CODE)) return codes;
  throw new CasparianError('OPTION_INVALID', `--retry-exit-codes cannot be '${value}'`, {
    why: `It takes numbers from 1 to ${MAX_EXIT_CODE} separated by commas, or any.`,
  });
}
