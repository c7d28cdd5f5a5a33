import type { Command } from 'commander';
import { examples } from '../examples.js';
import { runs } from '../invocation.js';

export function declareDb(program: Command): void {
  const db = program
    .command('db')
    .summary('Migrate, inspect and check the database')
    .description('The database the jobs live in. Without --db it is SQLite, in the home.');
  const migrate = db
    .command('migrate')
    .summary('Bring the schema up to date')
    .description('Brings the schema up to date. SQLite does so by itself; PostgreSQL waits for this command.')
    .action(runs(() => import('./db/migrate.js')));
  examples(migrate, [['casparian db migrate --db postgres://user@host/jobs', 'Once for each release']]);
  const status = db
    .command('status')
    .summary('Show the schema, the jobs by state, the workers')
    .description('Shows which database it is, its schema, its jobs by state, its workers and its size.')
    .action(runs(() => import('./db/status.js')));
  examples(status, [['casparian db status', 'How much there is of everything']]);
  const check = db
    .command('check')
    .summary('Look for damage')
    .description(
      'Looks for damage: broken pages, rows that contradict themselves, sums that do not add up, outputs that are gone.',
    )
    .option('--full', 'Read every output, too, and compare its SHA-256 with that of what was written')
    .action(runs(() => import('./db/check.js')));
  examples(check, [['casparian db check --full', 'After a restore, or a crash of the machine']]);
  const backup = db
    .command('backup')
    .summary('Copy a SQLite database while it is in use')
    .description(
      'Copies a SQLite database into one file, while workers go on: a state that it really had, whatever is written ' +
        'meanwhile. Outputs are files of their own: copy the home after it. PostgreSQL has pg_dump.',
    )
    .requiredOption('--to <file>', 'The file to write')
    .option('--force', 'Replace the file if it is there')
    .action(runs(() => import('./db/backup.js')));
  examples(backup, [['casparian db backup --to backup.db', 'Put it back as casparian.db in the home']]);
  const move = db
    .command('move')
    .summary('Copy from SQLite to PostgreSQL')
    .description(
      'Copies every job, schedule and setting from SQLite to PostgreSQL and compares both sides. ' +
        'Stop the workers first. Interrupted, it goes on where it was; the source is never changed.',
    )
    .requiredOption('--to <url>', 'The PostgreSQL database to copy to')
    .action(runs(() => import('./db/move.js')));
  examples(move, [['casparian db move --to postgres://user@host/jobs', 'When one machine is no longer enough']]);
  examples(db, [
    ['casparian db migrate --db postgres://user@host/jobs', 'Once for each release'],
    ['casparian db check', 'Exit code 1 when anything is wrong'],
    ['casparian db move --to postgres://user@host/jobs', 'When one machine is no longer enough'],
  ]);
}
