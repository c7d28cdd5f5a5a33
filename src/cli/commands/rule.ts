import type { Command } from 'commander';
import { examples } from '../examples.js';
import { runs } from '../invocation.js';
import { tenantOption } from '../options/tenant.js';

export function declareRule(program: Command): void {
  const rule = program
    .command('rule')
    .summary('Assign topics to files by name')
    .description('Rules assign topics to files by path, in addition to the tags of a scan.');
  const add = rule
    .command('add <pattern>')
    .summary('Assign a topic to matching files')
    .description(
      'Assigns a topic to every matching file. A pattern matches the name; with a slash, it matches the end of the path.',
    )
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
  examples(list, [['casparian rule list', 'All patterns and their topics']]);
  const rm = rule
    .command('rm <pattern>')
    .summary('Remove a rule')
    .description('Removes the rules with this pattern. Existing jobs stay.')
    .option('--topic <topic>', 'Only the rule with this topic')
    .addOption(tenantOption())
    .action(runs(() => import('./rule/rm.js')));
  examples(rm, [["casparian rule rm '*.inv.csv' --topic invoices", 'One of several rules with this pattern']]);
  examples(rule, [["casparian rule add '*.inv.csv' --topic invoices", 'Parsers with this topic get these files']]);
}
