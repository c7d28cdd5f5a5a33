import { translatedPostgresError } from '../../database/index.js';
import { CasparianError, errorMessage } from '../../platform/index.js';

/** Explains an error of the destination. Its code differs from those of our own database, which works. */
export function loadFailure(error: unknown, label: string): unknown {
  const known = translatedPostgresError(error);
  if (!(known instanceof CasparianError) || known === error) return known;
  const why = known.code === 'DATABASE_UNAVAILABLE' ? known.why : whyOf(error);
  if (known.retryable && known.code !== 'DATABASE_ERROR') {
    return new CasparianError('LOAD_TARGET_UNAVAILABLE', `${label} cannot be used now`, {
      ...(why === undefined ? {} : { why }),
      next: ['Nothing was loaded. Check that the server runs and that the URL is right, then try again.'],
      cause: error,
    });
  }
  return new CasparianError('LOAD_FAILED', errorMessage(error), {
    ...(why === undefined ? {} : { why }),
    next: ['Nothing was loaded. Correct the cause, then load again.'],
    cause: error,
  });
}

/** PostgreSQL names the column and the line of the COPY here. */
function whyOf(error: unknown): string | undefined {
  const { detail, where, code } = error as { detail?: string; where?: string; code?: string };
  return [detail, where, code === undefined ? undefined : `PostgreSQL said ${code}.`]
    .filter((part) => part !== undefined)
    .join(' ');
}
