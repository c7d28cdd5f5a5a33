import { AsyncLocalStorage } from 'node:async_hooks';
import { CasparianError } from '../platform/index.js';

const CURRENT = new AsyncLocalStorage<string>();
const CORRELATION_ID = /^[\w.:-]{1,128}$/;

/**
 * Jobs that the work enqueues, at any depth, keep the id of the request that they come from. So do the jobs that those jobs enqueue:
 * their handlers run in the same way.
 */
export function inCorrelation<T>(id: string, work: () => T): T {
  return CURRENT.run(id, work);
}

export function currentCorrelation(): string | undefined {
  return CURRENT.getStore();
}

export function isCorrelationId(text: string): boolean {
  return CORRELATION_ID.test(text);
}

export function validCorrelation(id: string | undefined): string | null {
  if (id === undefined || isCorrelationId(id)) return id ?? null;
  throw new CasparianError('OPTION_INVALID', 'The correlation id cannot be used', {
    why: 'It has 1 to 128 letters, digits and the characters _ . : -',
  });
}
