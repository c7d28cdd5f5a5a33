import type { StandardSchemaV1 } from '@standard-schema/spec';
import { declareJob, isJobId, type JobDeclaration } from '../../engine/index.js';

export interface CollectPayload {
  readonly intake_id: string;
  readonly source_id: string;
  /** The name of the source when the job was planned, to list jobs by. */
  readonly source: string;
}

export interface ValuePayload {
  readonly intake_id: string;
}

/** Ids are checked: `casparian enqueue` accepts any payload. */
function idFields<Payload extends object>(...names: readonly (keyof Payload & string)[]): StandardSchemaV1<Payload> {
  return {
    '~standard': {
      version: 1,
      vendor: 'casparian',
      validate: (value) => {
        const given = Object(value) as Record<string, unknown>;
        const wrong = names.filter((name) => !isJobId(String(given[name])));
        if (wrong.length === 0) return { value: value as Payload };
        return { issues: wrong.map((name) => ({ message: `${name}: expected an id` })) };
      },
    },
  };
}

/**
 * Collects the prices of one intake at one source. Failures are retried after 2 s, 4 s, 8 s … with full jitter, up to a day; a response that
 * asks for more time gets it. Waiting for a source is not an attempt.
 */
export const COLLECT_JOB = declareJob({
  type: 'collect',
  payload: idFields<CollectPayload>('intake_id', 'source_id'),
  label: ({ source, intake_id }) => `${source} → ${intake_id}`,
  filterFields: ['source', 'intake_id'],
  queue: 'collect',
  retry: { kind: 'exponential', baseMs: 2_000, capMs: 86_400_000, jitter: 1 },
  maxAttempts: 10,
});

/** Values one intake. */
export const VALUE_JOB = declareJob({
  type: 'collect.value',
  payload: idFields<ValuePayload>('intake_id'),
  label: ({ intake_id }) => intake_id,
  filterFields: ['intake_id'],
  queue: 'collect',
});

/** Finds what is due and enqueues its jobs. For schedules. */
export const PLAN_JOB = declareJob({ type: 'collect.plan', label: () => 'all that is due', queue: 'collect' });

export const COLLECT_JOBS: readonly JobDeclaration[] = [COLLECT_JOB, VALUE_JOB, PLAN_JOB];
