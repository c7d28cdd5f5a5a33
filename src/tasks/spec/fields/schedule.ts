import type { Priority } from '../../../engine/index.js';
import { parsePriority, PRIORITIES_IN_WORDS } from '../../../engine/priority.js';
import { parseInstant } from '../../../platform/index.js';
import type { TaskSchedule } from '../run-spec.js';
import type { Fields } from './known-fields.js';
import { refusal, specInvalid } from './refusal.js';
import { LONGEST_DELAY_MS } from './retry.js';
import { readDuration, readWhole, written } from './values.js';

export const SCHEDULE_FIELDS = ['tenant', 'queue', 'priority', 'run_at', 'delay'] as const;

const MAX_NAME_CHARS = 200;

export function readSchedule(fields: Fields, retry: Fields): TaskSchedule {
  if (fields.run_at !== undefined && fields.delay !== undefined) {
    throw specInvalid('delay', "cannot be combined with 'run_at'", {
      why: 'Both set when the task runs.',
      next: ['Remove one of them.'],
    });
  }
  return {
    tenant: given(fields.tenant, (tenant) => readName('tenant', tenant)),
    queue: given(fields.queue, (queue) => readName('queue', queue)),
    priority: given(fields.priority, readPriority),
    maxAttempts: given(retry.max_attempts, (count) => readWhole('retry.max_attempts', count, { min: 1, max: 1_000 })),
    runAt: given(fields.run_at, readInstant),
    delayMs: given(fields.delay, (delay) => readDuration('delay', delay, { min: 0, max: LONGEST_DELAY_MS })),
  };
}

function given<T>(value: unknown, read: (value: unknown) => T): T | undefined {
  return value === undefined ? undefined : read(value);
}

function readName(field: string, name: unknown): string {
  if (typeof name === 'string' && name !== '' && name.length <= MAX_NAME_CHARS && !name.includes('\0')) return name;
  throw refusal(field, name, `a text of 1 to ${MAX_NAME_CHARS} characters, none of them a null character`);
}

function readPriority(value: unknown): Priority {
  const priority = written(typeof value === 'number' ? String(value) : value, parsePriority);
  if (priority !== undefined) return priority;
  throw refusal('priority', value, PRIORITIES_IN_WORDS);
}

function readInstant(value: unknown): Date {
  const at = written(value, parseInstant);
  if (at !== undefined) return at;
  throw refusal('run_at', value, 'a time in ISO 8601, like 2026-03-01T08:00:00Z');
}
