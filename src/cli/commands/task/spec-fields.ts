import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { CasparianError, errorMessage } from '../../../platform/index.js';
import { readPayload } from '../../options/payload.js';
import type { QueueingOptions, SpecOptions } from '../../options/task.js';

/** Fields of a run spec as in its file. */
type Fields = Readonly<Record<string, unknown>>;

/** The options as fields of a spec; undefined if not given. */
export async function fieldsOf(options: SpecOptions & QueueingOptions, maxPayloadBytes: number): Promise<Fields> {
  const { payload, cwd, lockfile } = options;
  return {
    payload: payload === undefined ? undefined : await readPayload(payload, maxPayloadBytes),
    payload_as: options.payloadAs,
    cwd: cwd === undefined ? undefined : resolve(cwd),
    env: options.env,
    inherit: options.inherit,
    secrets: options.secret,
    timeout: inWords(options.timeout),
    memory: options.memory,
    cpu: inWords(options.cpu),
    code: options.code,
    lockfile_hash: lockfile === undefined ? undefined : await sha256Of(lockfile),
    retry: {
      max_attempts: options.maxAttempts,
      backoff: options.backoff,
      delay: inWords(options.retryDelay),
      max_delay: inWords(options.maxRetryDelay),
      exit_codes: options.retryExitCodes,
    },
    tenant: options.tenant,
    queue: options.queue,
    priority: options.priority,
    run_at: options.runAt?.toISOString(),
    delay: inWords(options.delay),
  };
}

/**
 * A spec changed by the options. Variables are merged by name; everything else is replaced. A time on the command line
 * replaces the one in the file, in whichever form.
 */
export function withFields(spec: unknown, fields: Fields): unknown {
  if (!isObject(spec)) return spec;
  const isTimed = fields['run_at'] !== undefined || fields['delay'] !== undefined;
  return given({
    ...spec,
    ...(isTimed ? { run_at: undefined, delay: undefined } : {}),
    ...given(fields),
    env: joinedObjects(spec['env'], fields['env']),
    retry: joinedObjects(spec['retry'], fields['retry']),
    inherit: joinedLists(spec['inherit'], fields['inherit']),
    secrets: joinedLists(spec['secrets'], fields['secrets']),
  });
}

/** A value of the wrong kind is left for the spec reader to report. */
function joinedObjects(own: unknown, more: unknown): unknown {
  const added = isObject(more) ? given(more) : {};
  if (Object.keys(added).length === 0) return own;
  return isObject(own ?? {}) ? { ...(own as Fields | null | undefined), ...added } : own;
}

function joinedLists(own: unknown, more: unknown): unknown {
  if (!Array.isArray(more) || !Array.isArray(own ?? [])) return own;
  return [...((own ?? []) as unknown[]), ...(more as unknown[])];
}

function given(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function inWords(ms: number | undefined): string | undefined {
  return ms === undefined ? undefined : `${ms}ms`;
}

async function sha256Of(lockfile: string): Promise<string> {
  try {
    return createHash('sha256')
      .update(await readFile(lockfile))
      .digest('hex');
  } catch (error) {
    throw new CasparianError('OPTION_INVALID', 'The lockfile cannot be read', {
      why: errorMessage(error),
      cause: error,
    });
  }
}
