import { type Command, Option } from 'commander';
import { CasparianError } from '../../platform/index.js';
import { bytes, duration, instant, priority, repeated, wholeNumber } from './values.js';

/** Options that say what runs, and within which bounds: `task submit` and `task run`. */
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

/** Options that say for whom, when and how often: `task submit` alone. */
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
    .option('--spec <file>', 'Take the run spec from this JSON file; `-` reads stdin. Other options override it')
    .option('--payload <json>', 'What the program is handed, as JSON; `-` reads it from stdin, `@file` from a file')
    .addOption(
      new Option(
        '--payload-as <way>',
        'How it is handed over (stdin); `file`: its path is in CASPARIAN_PAYLOAD_FILE, `argument`: it comes last',
      ).choices(['stdin', 'argument', 'file']),
    )
    .option('--cwd <dir>', 'Folder it runs in (the current one)')
    .option('--env <name=value>', 'A variable for it; kept in the database, so no secrets. Repeatable', assignments)
    .option('--inherit <name>', "A variable it gets with the worker's value. Repeatable", repeated)
    .option('--secret <name>', 'The same, and its value is struck out of all that is kept. Repeatable', repeated)
    .option('--code <ref>', 'Which code this is, such as git:3f2a91c; part of the spec hash, not checked')
    .option('--lockfile <file>', 'The lockfile of its environment; its SHA-256 is part of the spec hash')
    .optionsGroup('Its bounds:')
    .option('--timeout <duration>', 'Stop it when it takes longer: 30s, 10m', duration)
    .option('--memory <size>', 'Stop it when it needs more, its children counted: 512MB, 2GiB', bytes)
    .option('--cpu <duration>', 'Stop it when it has computed for longer, its children counted: 30s', duration)
    .optionsGroup('When it fails:')
    .option('--retry-exit-codes <codes>', 'Exit codes worth another attempt besides 75: 1,2 or any', exitCodes);
}

export function addQueueingOptions(command: Command): Command {
  return command
    .option(
      '--max-attempts <n>',
      'Attempts before the dead letter (5)',
      wholeNumber('--max-attempts', { min: 1, max: 1_000 }),
    )
    .addOption(
      new Option('--backoff <kind>', 'How the time between attempts grows (exponential)').choices([
        'exponential',
        'linear',
        'fixed',
      ]),
    )
    .option('--retry-delay <duration>', 'Time before the second attempt (2s)', duration)
    .option('--max-retry-delay <duration>', 'Longest time between two attempts (1024s)', duration)
    .optionsGroup('For whom and when:')
    .option('--tenant <tenant>', 'Tenant it belongs to (default)')
    .option('--queue <queue>', 'Queue it waits in (default)')
    .option('--priority <p>', '0 critical, 1 high, 2 normal, 3 low; number or name', priority)
    .option('--run-at <time>', 'Not before this time, ISO 8601: 2026-03-01T08:00:00Z', instant)
    .option('--delay <duration>', 'Not before this much from now: 15m, 2h', duration);
}

function assignments(value: string, earlier: Record<string, string> | undefined): Record<string, string> {
  const [, name, content] = /^([^=]+)=(.*)$/s.exec(value) ?? [];
  if (name !== undefined && content !== undefined) return { ...earlier, [name]: content };
  throw new CasparianError('OPTION_INVALID', `--env cannot be '${value}'`, {
    why: 'It takes a name and a value: --env LANG=C.',
    next: [`To hand on the value that the worker has: --inherit ${value.replace(/=.*/s, '') || 'NAME'}`],
  });
}

function exitCodes(value: string): 'any' | number[] {
  if (value.trim().toLowerCase() === 'any') return 'any';
  const codes = value.split(',').map((part) => (/^\s*\d{1,3}\s*$/.test(part) ? Number(part) : NaN));
  if (codes.every((code) => code >= 1 && code <= MAX_EXIT_CODE)) return codes;
  throw new CasparianError('OPTION_INVALID', `--retry-exit-codes cannot be '${value}'`, {
    why: `It takes numbers from 1 to ${MAX_EXIT_CODE} with commas between them, or any.`,
  });
}
