import type { Command } from 'commander';
import { examples } from '../examples.js';
import { runs } from '../invocation.js';

export function declareExplain(program: Command): void {
  const explain = program
    .command('explain [code]')
    .summary('Say more about an error code')
    .description(
      'Every error carries a code that never changes. This says what one means; without a code it lists them.',
    )
    .action(runs(() => import('./explain.run.js')));
  examples(explain, [['casparian explain POISON_JOB', 'What it means, and what follows from it']]);
}
