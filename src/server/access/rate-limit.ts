import type { TenantDatabase } from '../../database/index.js';
import { type Rate, takeTokens } from '../../engine/index.js';
import { CasparianError, errorMessage, type Logger, within } from '../../platform/index.js';
import type { Caller } from './caller.js';

const TIMEOUT_MS = 500;

/**
 * The rate limit of each key (BPC-RL-1), with the limiter of the engine: all servers on one database share it. If the database
 * does not respond, the request passes.
 */
export async function requireRate(
  database: TenantDatabase,
  { keyId }: Caller,
  rate: Rate | undefined,
  logger: Logger,
): Promise<void> {
  if (rate === undefined || keyId === null) return;
  const taken = await within(TIMEOUT_MS, takeTokens(database, { key: `api-key ${keyId}`, rate })).catch(
    (error: unknown) => {
      logger.warn({ error: errorMessage(error) }, 'The rate limit could not be checked; the request passes');
      return undefined;
    },
  );
  if (taken === undefined || taken.granted) return;
  throw new CasparianError('RATE_LIMITED', 'The API key has sent too many requests', {
    why: `The limit is ${rate.perMinute / 60} requests per second.`,
    retryAfterMs: taken.retryMs ?? undefined,
    next: ['Wait as long as the Retry-After header says.'],
  });
}
