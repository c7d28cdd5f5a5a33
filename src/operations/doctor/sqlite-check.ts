import { stat } from 'node:fs/promises';
import type { SqliteDatabase } from '../../database/index.js';
import { type Check, failed, ok, warning } from './check.js';

/** SQLite answers at once or not at all, so a large file is left to `db check`. */
const QUICK_BYTES = 200 * 2 ** 20;

export function sqliteCheck(database: SqliteDatabase): Check {
  return {
    name: 'integrity',
    run: async () => {
      const [mode] = await database.query<{ journal_mode: string }>('PRAGMA journal_mode');
      if (mode?.journal_mode !== 'wal') {
        return warning(
          `The journal is '${mode?.journal_mode}', not a write-ahead log: readers and writers wait for each other`,
          'Keep the database on a local disk: network file systems cannot have one.',
        );
      }
      const { size } = await stat(database.path);
      if (size > QUICK_BYTES) return ok('Too large for a quick look; casparian db check takes its time');
      const found = await database.query<{ quick_check: string }>('PRAGMA quick_check(1)');
      const [first] = found;
      if (first?.quick_check === 'ok') return ok('No damage');
      return failed(
        `The file is damaged: ${first?.quick_check}`,
        'Look closer: casparian db check',
        'Restore a backup.',
      );
    },
  };
}
