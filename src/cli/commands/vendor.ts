import type { Command } from 'commander';
import { examples } from '../examples.js';
import { runs } from '../invocation.js';
import { tenantOption } from '../options/tenant.js';

export function declareVendor(program: Command): void {
  const vendor = program
    .command('vendor <parser>')
    .summary('Collect what a parser needs on a machine without a network')
    .description(
      'Downloads the packages that the lockfile of a parser names, and puts them into a folder together with its bundle ' +
        'and with uv. A machine of the same platform registers and runs the parser from there, with no network at all. ' +
        'The parser is a path, or the name of a registered one.',
    )
    .requiredOption('--output <dir>', 'Folder to fill: a new one, or one that holds what other parsers need')
    .option('--python <path>', 'Python that reads the source of the parser (python3 on the PATH)')
    .addOption(tenantOption())
    .action(runs(() => import('./vendor.run.js'), { ownsSignals: true }));
  examples(vendor, [
    ['casparian vendor ./invoices --output vendor', 'Here, with a network'],
    ['casparian parser register vendor/bundles/invoices.zip --vendor vendor', 'There, without one'],
    ['casparian worker --vendor vendor', 'And the work'],
  ]);
}
