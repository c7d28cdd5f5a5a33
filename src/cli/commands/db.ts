import type { Command } from 'commander';
import { examples } from '../examples.js';
import { runs } from '../invocation.js';

export function declareDb(program: Command): void {
  const db = program
    .command('db')
    .summary('Migrate, inspect and check the database')
    .description('The database that stores the jobs. The default is SQLite, in the home.');
  const migrate = db
    .command('migrate')
    .summary('Apply pending migrations')
    .description('Applies pending migrations. SQLite is migrated automatically; PostgreSQL needs this command.')
    .action(runs(() => import('./db/migrate.js')));
  examples(migrate, [['casparian db migrate --db postgres://user@host/jobs', 'After each upgrade']]);
  const status = db
    .command('status')
    .summary('Show the schema, jobs by state, and workers')
    .description('Shows the address, schema, jobs by state, workers and size of the database.')
    .action(runs(() => import('./db/status.js')));
  examples(status, [['casparian db status', 'Jobs, workers, files and rows']]);
  const check = db
    .command('check')
    .summary('Check for damage')
    .description('Checks for damage: corrupt pages, inconsistent rows, wrong totals, missing outputs.')
    .option('--full', 'Also read every output and compare its SHA-256 with the recorded one')
    .action(runs(() => import('./db/check.js')));
  examples(check, [['casparian db check --full', 'After a restore or a crash']]);
  const backup = db
    .command('backup')
    .summary('Copy a SQLite database while it is in use')
    .description(
      'Copies a SQLite database into one file while workers run. The copy is a consistent snapshot. Outputs are separate ' +
        'files: copy the home afterwards. For PostgreSQL, use pg_dump.',
    )
    .requiredOption('--to <file>', 'The file to write')
    .option('--force', 'Replace an existing file')
    .action(runs(() => import('./db/backup.js')));
  examples(backup, [['casparian db backup --to backup.db', 'To restore: copy it to casparian.db in the home']]);
  const move = db
    .command('move')
    .summary('Copy from SQLite to PostgreSQL')
    .description(
      'Copies every job, schedule and setting from SQLite to PostgreSQL and compares both sides. ' +
        'Stop the workers first. An interrupted move can be resumed; the source never changes.',
    )
    .requiredOption('--to <url>', 'The PostgreSQL database to copy to')
    .action(runs(() => import('./db/move.js')));
  examples(move, [['casparian db move --to postgres://user@host/jobs', 'When one machine is no longer enough']]);
  examples(db, [
    ['casparian db migrate --db postgres://user@host/jobs', 'After each upgrade'],
    ['casparian db check', 'Exits with 1 if there is damage'],
    ['casparian db move --to postgres://user@host/jobs', 'When one machine is no longer enough'],
  ]);
}
