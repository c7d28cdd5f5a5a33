import { maskDatabaseUrl, parseDatabaseUrl } from '../../database/index.js';
import { type MovedTableReport, moveJobs, type MoveProgress, openEngine } from '../../engine/index.js';
import { CasparianError, type Logger } from '../../platform/index.js';
import { PIPELINE_TABLES } from '../../pipeline/schema/moved-tables.js';
import { openConfiguredEngine } from '../../app/configured/engine.js';
import { MODULE_SCHEMA_LINES } from './schema-lines.js';
import type { Settings } from '../../settings/index.js';

export interface MoveReport {
  from: string;
  to: string;
  tables: MovedTableReport[];
}

/** Copies the configured SQLite database to PostgreSQL, whose schema is created when it is not there. */
export async function moveDatabase(
  settings: Settings,
  to: string,
  options: { logger: Logger; onProgress: (progress: MoveProgress) => void },
): Promise<MoveReport> {
  requireDialect('The source', settings.database_url, 'sqlite');
  requireDialect('The target', to, 'postgres');
  const source = await openConfiguredEngine(settings, options.logger);
  try {
    const target = await openEngine({
      database: to,
      migrate: true,
      schemaLines: MODULE_SCHEMA_LINES,
      logger: options.logger,
    });
    try {
      const tables = await moveJobs(source, target, { ...options, tables: PIPELINE_TABLES });
      return { from: source.database.label, to: target.database.label, tables };
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

function requireDialect(what: string, url: string, dialect: 'sqlite' | 'postgres'): void {
  if (parseDatabaseUrl(url).dialect === dialect) return;
  throw new CasparianError('USAGE', `${what} of a move cannot be ${maskDatabaseUrl(url)}`, {
    why: 'A move goes from SQLite to PostgreSQL.',
    next: ['casparian db move --db sqlite:/path/casparian.db --to postgres://user:password@host:5432/name'],
  });
}
