import type { Command } from 'commander';
import { examples } from '../examples.js';
import { runs } from '../invocation.js';
import { tenantOption } from '../options/tenant.js';

export function declareRule(program: Command): void {
  const rule = program
    .command('rule')
    .summary('Give files topics by their names')
    .description('Rules give topics to files by their paths, besides the tags they were scanned with.');
  const add = rule
    .command('add <pattern>')
    .summary('Give a topic to files that match')
    .description('Gives a topic to every file that matches: its name, or with a slash the end of its path.')
    .requiredOption('--topic <topic>', 'The topic')
    .addOption(tenantOption())
    .action(runs(() => import('./rule/add.js')));
  examples(add, [
    ["casparian rule add '*.inv.csv' --topic invoices", 'By name, in any folder'],
    ["casparian rule add 'sales/**/*.csv' --topic sales", 'By folder and name'],
  ]);
  const list = rule
    .command('list')
    .summary('List the rules')
    .description('Lists the rules.')
    .addOption(tenantOption())
    .action(runs(() => import('./rule/list.js')));
  examples(list, [['casparian rule list', 'Which names lead to which topics']]);
  const rm = rule
    .command('rm <pattern>')
    .summary('Remove a rule')
    .description('Removes the rules with this pattern. Jobs that they led to stay.')
    .option('--topic <topic>', 'Only the rule with this topic')
    .addOption(tenantOption())
    .action(runs(() => import('./rule/rm.js')));
  examples(rm, [["casparian rule rm '*.inv.csv' --topic invoices", 'One rule of several with this pattern']]);
  examples(rule, [["casparian rule add '*.inv.csv' --topic invoices", 'Such files go to parsers with this topic']]);
}
