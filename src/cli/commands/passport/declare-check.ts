import type { Command } from 'commander';
import { examples } from '../../examples.js';
import { runs } from '../../invocation.js';
import { tenantOption } from '../../options/tenant.js';

export function declareCheck(passport: Command): void {
  const check = passport
    .command('check')
    .summary('List what the law demands and the data of a battery lacks')
    .description(
      'Checks the data of a battery by the 93 attributes of DIN DKE SPEC 99100: which mandatory attributes are missing, which values are ' +
        'implausible, by which article, who is responsible, and where the value would come from. Needs no database. Exits with 1 if ' +
        'anything is missing or implausible.',
    )
    .argument('<path>', 'A folder with a passport.toml, or a file with the data (JSON, CSV or workbook)')
    .option(
      '--category <category>',
      'Category of the battery: ev, lmt, industrial or stationary (default: what the data says)',
    )
    .option('--report <file>', 'Also write a page to print (HTML): who has to supply what')
    .action(runs(() => import('./check.js')));
  examples(check, [
    ['casparian passport check my-battery', 'A folder'],
    ['casparian passport check my-battery --report check.html', 'And a report to print or to send to suppliers'],
    ['casparian passport check battery.json --category ev', 'One file'],
    ["casparian passport check my-battery --json | jq -r '.missing[].attribute'", 'For a script'],
  ]);
}

export function declareExport(passport: Command): void {
  const exported = passport
    .command('export')
    .summary('Export the active version for an audience: PDF, credential, data models, XML')
    .description(
      'Writes a file with what an audience may see of an active passport. Restricted values are in no byte of it. The file is stored ' +
        'with its hash; the same version gives the same bytes.',
    )
    .argument('<passport>', 'SKU, or id of a passport or version, or a unique part of it')
    .requiredOption('--format <format>', 'Format: pdf, vc, xml, batterypass, catenax, aas, aasx or excerpt')
    .option(
      '--audience <audience>',
      'Who will read it: public, legitimate_interest, commission or authorities',
      'public',
    )
    .option('--out <file>', 'Where to write it (default: <sku>.<format>)')
    .addOption(tenantOption())
    .action(runs(() => import('./export.js'), { ownsSignals: true }));
  examples(exported, [
    ['casparian passport export EV-75-NMC --format pdf --out passport.pdf', 'What everybody may see'],
    ['casparian passport export EV-75-NMC --format vc --audience legitimate_interest', 'A credential for a repairer'],
    ['casparian passport export EV-75-NMC --format excerpt --json | jq -r .sha256', 'For a script'],
  ]);
}

export function declareImport(passport: Command): void {
  const imported = passport
    .command('import')
    .summary('Read the facts of a passport in a public data model')
    .description(
      'Reads a passport that another system wrote, and prints the facts that it contains and what could not be mapped. Needs no ' +
        'database. Several files are parts of one passport.',
    )
    .argument('<file...>', 'The files')
    .requiredOption('--format <format>', 'Format: batterypass, catenax or vc')
    .option('--out <file>', 'Also write the data as a document for passport.toml')
    .action(runs(() => import('./import.js')));
  examples(imported, [
    ['casparian passport import passport.json --format batterypass', 'What the file contains'],
    ['casparian passport import aspects/*.json --format batterypass --out battery.json', 'One file for each aspect'],
    ["casparian passport import pass.json --format catenax --json | jq '.unmapped[].path'", 'For a script'],
  ]);
}

export function declareInit(passport: Command): void {
  const init = passport
    .command('init')
    .summary('Write workbooks and JSON to fill in for a battery')
    .description(
      'Writes a folder with workbooks and JSON for the data of a battery, with explanations, units and allowed values, and a ' +
        'passport.toml that names them. Needs no database.',
    )
    .requiredOption('--category <category>', 'Category of the battery: ev, lmt, industrial or stationary')
    .option('--out <dir>', 'The folder (default: passport-<category>)')
    .option('--example', 'Enter the data of a made-up battery')
    .option('--rules', 'Also write the default rules and their tests, to change them')
    .action(runs(() => import('./init.js')));
  examples(init, [
    ['casparian passport init --category ev', 'A folder to fill in'],
    ['casparian passport init --category lmt --out bike --example', 'A complete example, to try everything'],
    ["casparian passport init --category ev --json | jq -r '.files[]'", 'For a script'],
  ]);
}
