import { CasparianError } from '../platform/index.js';

/** The database is unavailable or busy: the same statement can succeed later. */
export function isPassing(error: unknown): boolean {
  return error instanceof CasparianError && (error.code === 'DATABASE_UNAVAILABLE' || error.code === 'DATABASE_BUSY');
}
