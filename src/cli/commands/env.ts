import type { Command } from 'commander';
import { examples } from '../examples.js';
import { runs } from '../invocation.js';
import { duration } from '../options/values.js';

export function declareEnv(program: Command): void {
  const env = program
    .command('env')
    .summary('List and prune the environments of parsers')
    .description(
      'Registered parsers run in environments that casparian builds from their lockfiles under the home. Parsers with ' +
        'the same lockfile share one; one that is missing is built again when it is needed.',
    );
  const list = env
    .command('list')
    .summary('List them, the last used one first')
    .description('Lists the environments of this home, the last used one first.')
    .action(runs(() => import('./env/list.js')));
  examples(list, [['casparian env list', 'Their size, and which parsers run in them']]);
  examples(env, [['casparian env prune --dry-run', 'What nobody needs any more']]);
  const prune = env
    .command('prune')
    .summary('Delete environments that no registered parser uses')
    .description('Deletes environments that no registered parser uses. One that is being built or used now stays.')
    .option('--older-than <duration>', 'Only those not used for this long: 30d, 12h', duration)
    .option('--all', 'Also those that registered parsers use; they are built again when needed')
    .option('--dry-run', 'Show them, delete nothing')
    .action(runs(() => import('./env/prune.js')));
  examples(prune, [
    ['casparian env prune --dry-run', 'What would go'],
    ['casparian env prune --all --older-than 30d', 'What nobody has used for a month'],
  ]);
}
