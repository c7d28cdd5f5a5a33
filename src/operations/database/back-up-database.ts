import assert from 'node:assert/strict';
import { access, chmod, stat } from 'node:fs/promises';
import { parseDatabaseUrl } from '../../database/index.js';
import { withStagedFile } from '../../datasets/index.js';
import { CasparianError, hint } from '../../platform/index.js';
import { type DatabaseLocation, withDatabase } from './open-database.js';

export interface BackupReport {
  from: string;
  to: string;
  bytes: number;
}

/**
 * Copies a SQLite database into one file, in one read transaction: the copy is a state that the database had, whatever
 * is written meanwhile. The schema is not migrated, so a backup can be made before an upgrade.
 */
export async function backUpDatabase(
  location: DatabaseLocation,
  to: string,
  options: { force: boolean },
): Promise<BackupReport> {
  await requireDatabase(location.url);
  return withDatabase(location, async (database) => {
    assert(database.dialect === 'sqlite');
    const bytes = await withStagedFile(to, options, async (staged) => {
      database.copyInto(staged);
      // Payloads may be private.
      await chmod(staged, 0o600);
      return (await stat(staged)).size;
    });
    return { from: database.label, to, bytes };
  });
}

async function requireDatabase(url: string): Promise<void> {
  const address = parseDatabaseUrl(url);
  if (address.dialect !== 'sqlite') {
    throw new CasparianError('USAGE', 'PostgreSQL databases are backed up with its own tools', {
      next: ['pg_dump -Fc -f backup.dump "$CASPARIAN_DATABASE_URL"', 'Or archive its write-ahead log.'],
    });
  }
  await access(address.path).catch((error: unknown) => {
    throw new CasparianError('USAGE', `There is no database at ${address.path} to back up`, {
      next: [hint('Name another with {}.', { options: { db: 'URL' } })],
      cause: error,
    });
  });
}
