import type { Executor } from '../../database/index.js';
import { foreignDatabase, pipelineHome } from '../../pipeline/index.js';
import { CasparianError } from '../../platform/index.js';

/** Fails if the files of the home belong to another database: without their records, nothing about them can be verified. */
export async function requireOwnDatabase(database: Executor, home: string): Promise<void> {
  const why = await foreignDatabase(database, pipelineHome(home));
  if (why === undefined) return;
  throw new CasparianError('HOME_MISMATCH', 'The outputs cannot be verified', {
    why: `${why}.`,
    next: ['Restore the database from a backup.', 'To start anew, use another home, or move its folder away.'],
  });
}
