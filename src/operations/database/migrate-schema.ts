import { type AppliedMigration, migrate } from '../../database/index.js';
import { type DatabaseLocation, SCHEMA_LINES, withDatabase } from './open-database.js';

export interface MigrationReport {
  /** The address with its password hidden. */
  address: string;
  /** The migrations applied now; empty if the schema was current. */
  applied: AppliedMigration[];
}

/** Brings the schema of a database up to date. */
export function migrateSchema(location: DatabaseLocation): Promise<MigrationReport> {
  return withDatabase(location, async (database) => ({
    address: database.label,
    applied: await migrate(database, SCHEMA_LINES),
  }));
}
