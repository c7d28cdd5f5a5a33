import type { Command } from 'commander';
import { examples } from '../examples.js';
import { runs } from '../invocation.js';
import { duration } from '../options/values.js';

export function declareEnv(program: Command): void {
  const env = program
    .command('env')
    .summary('List and prune parser environments')
    .description(
      'Registered parsers run in environments that casparian builds from their lockfiles, in the home. Parsers with the ' +
        'same lockfile share an environment. A missing environment is rebuilt when it is needed.',
    );
  const list = env
    .command('list')
    .summary('List the environments, most recently used first')
    .description('Lists the environments of this home, most recently used first.')
    .action(runs(() => import('./env/list.js')));
  examples(list, [['casparian env list', 'Sizes, and the parsers that use them']]);
  examples(env, [['casparian env prune --dry-run', 'Show unused environments']]);
  const prune = env
    .command('prune')
    .summary('Delete environments that no registered parser uses')
    .description(
      'Deletes environments that no registered parser uses. Keeps environments that are being built or used.',
    )
    .option('--older-than <duration>', 'Only environments not used for this long: 30d, 12h', duration)
    .option('--all', 'Also environments that registered parsers use; they are rebuilt when needed')
    .option('--dry-run', 'Show them without deleting')
    .action(runs(() => import('./env/prune.js')));
  examples(prune, [
    ['casparian env prune --dry-run', 'Show what would be deleted'],
    ['casparian env prune --all --older-than 30d', 'Everything unused for a month'],
  ]);
}
