import type { Command } from 'commander';
import { examples } from '../examples.js';
import { runs } from '../invocation.js';

export function declareExplain(program: Command): void {
  const explain = program
    .command('explain [code]')
    .summary('Explain an error code')
    .description('Every error has a stable code. Explains a code, or lists all codes.')
    .action(runs(() => import('./explain.run.js')));
  examples(explain, [['casparian explain POISON_JOB', 'What it means, and whether it is retried']]);
}
