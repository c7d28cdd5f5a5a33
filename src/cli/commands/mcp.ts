import type { Command } from 'commander';
import { examples } from '../examples.js';
import { runs } from '../invocation.js';
import { tenantOption } from '../options/tenant.js';

export function declareMcp(program: Command): void {
  const mcp = program
    .command('mcp')
    .summary('Let a language model use this installation')
    .description(
      'Speaks the Model Context Protocol over stdin and stdout. The client of a language model starts it. Its tools read jobs, datasets, ' +
        'quarantined rows, lineage, passports and prices; tools that change something are offered with --allow-writes only.',
    )
    .option('--allow-writes', 'Also offer tools that change something: enqueue, retry, cancel, repair, replay, discard')
    .option('--log-level <level>', 'Log level on stderr: debug, info, warn, error or silent (info)')
    .addOption(tenantOption())
    .action(runs(() => import('./mcp.run.js'), { ownsSignals: true }));
  examples(mcp, [
    ['casparian mcp', 'Started by a client such as an editor or an assistant'],
    ['casparian mcp --allow-writes --tenant acme', 'The model may retry jobs and replay rows of one tenant'],
  ]);
}
