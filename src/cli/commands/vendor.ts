import type { Command } from 'commander';
import { examples } from '../examples.js';
import { runs } from '../invocation.js';
import { tenantOption } from '../options/tenant.js';

export function declareVendor(program: Command): void {
  const vendor = program
    .command('vendor <parser>')
    .summary('Collect the dependencies of a parser for an offline machine')
    .description(
      'Downloads the packages in the lockfile of a parser into a folder, together with its bundle and uv. ' +
        'A machine with the same platform can register and run the parser from this folder without a network. ' +
        'The parser is a path, or the name of a registered parser.',
    )
    .requiredOption('--output <dir>', 'Folder to fill: a new one, or one with the dependencies of other parsers')
    .option('--python <path>', 'Python that reads the source of the parser (default: python3 on the PATH)')
    .addOption(tenantOption())
    .action(runs(() => import('./vendor.run.js'), { ownsSignals: true }));
  examples(vendor, [
    ['casparian vendor ./invoices --output vendor', 'On a machine with a network'],
    ['casparian parser register vendor/bundles/invoices.zip --vendor vendor', 'On the offline machine'],
    ['casparian worker --vendor vendor', 'Run jobs there'],
  ]);
}
