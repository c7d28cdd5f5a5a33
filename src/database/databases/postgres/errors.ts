import { CasparianError, errorMessage, hint } from '../../../platform/index.js';

/** Five letters and digits, at least one of them a digit: EPIPE is not one. */
const SQLSTATE = /^(?=.*[0-9])[0-9A-Z]{5}$/;
/** 25006: the server is read-only, for example after a failover; another server will respond at the same address. */
const CONNECTION_SQLSTATES = /^(08|53|57P0[1-5]$|28|25006$)/;
/** Serialization failure, deadlock, lock not available: the same statement may succeed a moment later. */
const CONTENTION_SQLSTATES = /^(40001|40P01|55P03)$/;
const CONNECTION_MESSAGES =
  /terminated|timeout|closed|\bE(CONN|PIPE|TIMEDOUT|NOTFOUND|AI_AGAIN|HOST|NET)|connect ENOENT|not queryable/i;

export function isUnavailable(error: unknown): error is CasparianError {
  return error instanceof CasparianError && error.code === 'DATABASE_UNAVAILABLE';
}

function isConnectionFailure(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return (
    CONNECTION_SQLSTATES.test(code) ||
    (!SQLSTATE.test(code) && CONNECTION_MESSAGES.test(`${code} ${errorMessage(error)}`))
  );
}

/** No such prepared statement, one of that name already, or one whose table has changed since. */
export function isLostPlan(error: unknown): boolean {
  const { code } = error as { code?: string };
  return code === '26000' || code === '42P05' || code === '0A000';
}

/** Converts an error of PostgreSQL to one with our codes; returns other errors unchanged. */
export function translated(error: unknown): unknown {
  if (error instanceof CasparianError || !(error instanceof Error)) return error;
  const code = 'code' in error ? String(error.code) : '';
  if (isConnectionFailure(error)) {
    return new CasparianError('DATABASE_UNAVAILABLE', 'PostgreSQL cannot be reached', {
      why: errorMessage(error) || code,
      next: ['Check that the server runs and accepts connections from here, and that the database URL is right.'],
      cause: error,
    });
  }
  if (!SQLSTATE.test(code)) return error;
  if (CONTENTION_SQLSTATES.test(code)) {
    return new CasparianError('DATABASE_BUSY', errorMessage(error), { why: `PostgreSQL said ${code}.`, cause: error });
  }
  if (code === '42P01' && /"cf_\w+"/.test(errorMessage(error))) {
    return new CasparianError('SCHEMA_OUTDATED', 'This database has no casparian tables', {
      why: errorMessage(error),
      next: [hint('Run', { action: 'db.migrate' })],
      cause: error,
    });
  }
  return new CasparianError('DATABASE_ERROR', errorMessage(error), { why: `PostgreSQL said ${code}.`, cause: error });
}
