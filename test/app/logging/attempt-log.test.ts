import { expect, test } from 'vitest';
import { attemptLog } from '../../../src/app/logging/attempt-log.js';
import { hintText } from '../../../src/cli/output/hint-text.js';
import type { ClaimedJob, Ending } from '../../../src/engine/index.js';

const JOB: ClaimedJob = {
  ...{ id: 'job-1', fence: 1, tenant: 'acme', queue: 'default', type: 'greet', payload: '{}', priority: 2 },
  ...{
    runAt: 0,
    attempts: 1,
    maxAttempts: 5,
    crashes: 0,
    errors: null,
    startedAt: 0,
    specHash: null,
    traceparent: null,
    correlationId: null,
    suspicion: 0,
  },
};

const STARTED = { refused: false, started: true, durationMs: 12.4 };

function ending(said: Partial<Ending>): Ending {
  return {
    id: 'job-1',
    fence: 1,
    status: 'pending',
    delayMs: null,
    charge: 0,
    crash: 0,
    errors: null,
    result: null,
    ...said,
  };
}

function logged(said: Partial<Ending>, facts = STARTED): [level: string, fields: object, message: string] {
  const lines: [string, object, string][] = [];
  const at = (level: string) => (fields: object, message: string) => void lines.push([level, fields, message]);
  const logger = { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
  attemptLog(logger, hintText).ended?.(JOB, ending(said), facts);
  expect(lines).toHaveLength(1);
  return lines[0]!;
}

test('a line has the fields of seed 3, with our name of the state', () => {
  expect(logged({ status: 'completed' })).toEqual([
    'info',
    { job_id: 'job-1', job_type: 'greet', tenant_id: 'acme', status: 'completed', duration_ms: 12, attempts: 2 },
    'Job completed',
  ]);
});

test.each([
  [{ status: 'completed_with_warnings' }, 'warn', 'Job completed with warnings'],
  [{ status: 'failed' }, 'error', 'Job failed for good'],
  [{ status: 'dead_letter' }, 'error', 'Job failed its last attempt and is in the dead letter'],
  [{ status: 'cancelled' }, 'info', 'Job cancelled'],
  [{ charge: 1, delayMs: 4_000 }, 'warn', 'Attempt failed, next in 4.0 s'],
  [{ delayMs: 60_000 }, 'info', 'Job snoozed for 1 min'],
  [{}, 'info', 'Job returned to the queue, uncharged'],
] as const)('%o is logged as %s', (said, level, message) => {
  const [actualLevel, , actualMessage] = logged(said);
  expect([actualLevel, actualMessage]).toEqual([level, message]);
});

test('a failure carries the code and the words of the last error', () => {
  const errors = JSON.stringify([
    { code: 'OLD', message: 'old' },
    { code: 'HANDLER_ERROR', message: 'boom' },
  ]);
  expect(logged({ status: 'failed', errors })[1]).toMatchObject({ code: 'HANDLER_ERROR', error: 'boom' });
});

test('a result that came too late is a warning, and a job that never started is a detail', () => {
  expect(logged({ status: 'completed' }, { ...STARTED, refused: true })[0]).toBe('warn');
  expect(logged({}, { ...STARTED, started: false })[0]).toBe('debug');
});
