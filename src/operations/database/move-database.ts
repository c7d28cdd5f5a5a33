import { COLLECT_TABLES } from '../../collect/index.js';
import { maskDatabaseUrl, parseDatabaseUrl } from '../../database/index.js';
import { type MovedTableReport, moveJobs, type MoveProgress, openEngine } from '../../engine/index.js';
import { CasparianError, hint, type Logger } from '../../platform/index.js';
import { EVENTS_TABLES } from '../../events/index.js';
import { PASSPORT_TABLES } from '../../passport/index.js';
import { PIPELINE_TABLES } from '../../pipeline/index.js';
import { ACCESS_TABLES } from '../access/tables.js';
import { BULK_TABLES } from '../bulk/tables.js';
import { type EngineLocation, MODULE_SCHEMA_LINES, openEngineAt } from './open-database.js';

const MOVED = [
  ...EVENTS_TABLES,
  ...PIPELINE_TABLES,
  ...PASSPORT_TABLES,
  ...COLLECT_TABLES,
  ...ACCESS_TABLES,
  ...BULK_TABLES,
];

export interface MoveReport {
  from: string;
  to: string;
  tables: MovedTableReport[];
}

/** Copies a SQLite database to PostgreSQL. Creates the schema there if it is missing. */
export async function moveDatabase(
  from: EngineLocation,
  to: string,
  options: { logger: Logger; onProgress: (progress: MoveProgress) => void },
): Promise<MoveReport> {
  requireDialect('The source', from.url, 'sqlite');
  requireDialect('The target', to, 'postgres');
  const source = await openEngineAt(from, options.logger);
  try {
    const target = await openEngine({
      database: to,
      migrate: true,
      schemaLines: MODULE_SCHEMA_LINES,
      logger: options.logger,
    });
    try {
      const tables = await moveJobs(source, target, { ...options, tables: MOVED });
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
    next: [
      hint('For example', {
        action: 'db.move',
        options: { db: 'sqlite:/path/casparian.db', to: 'postgres://user:password@host:5432/name' },
      }),
    ],
  });
}
