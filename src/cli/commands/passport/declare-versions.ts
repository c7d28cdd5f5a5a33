import type { Command } from 'commander';
import { examples } from '../../examples.js';
import { runs } from '../../invocation.js';
import { addLimit } from '../../options/limit.js';
import { tenantOption } from '../../options/tenant.js';

const NAMED = 'SKU, or id of a passport or version, or a unique part of it';

/** What is done with one version of a passport. */
export function declareVersions(passport: Command): void {
  declareCompile(passport);
  declareSignAndQr(passport);
  declareStates(passport);
  declareReading(passport);
}

function declareCompile(passport: Command): void {
  const compile = passport
    .command('compile')
    .summary('Compile, sign and draw a version from a snapshot and rules')
    .description(
      'Compiles a version of a passport from a sealed snapshot and published rules, signs it and draws its QR code.',
    )
    .argument('<product>', 'SKU, or id of the product or passport')
    .requiredOption('--snapshot <id>', 'A sealed snapshot')
    .requiredOption('--rules <name>', 'A rule package (its newest published version), or the id of a version')
    .addOption(tenantOption())
    .action(runs(() => import('./compile.js'), { ownsSignals: true }));
  examples(compile, [['casparian passport compile LMT-36 --snapshot 77d1 --rules ev-pack', 'A new version']]);
}

function declareSignAndQr(passport: Command): void {
  const sign = passport
    .command('sign')
    .summary('Sign a version whose signing has failed')
    .description(
      'Signs a compiled version with the key that its receipt names. Compiling does this; repeat it when the key was missing.',
    )
    .argument('<passport>', NAMED)
    .addOption(tenantOption())
    .action(runs(() => import('./sign.js'), { ownsSignals: true }));
  const qr = passport
    .command('qr')
    .summary('Print or save the QR code of a version')
    .description(
      'Prints what the QR code of a version contains, or saves its image. With --link, it is a link that a phone opens.',
    )
    .argument('<passport>', NAMED)
    .option('--output <file>', 'Save the image: PNG, or SVG if the name ends in .svg')
    .option('--link <resolver>', 'A link instead: the address of your resolver, https://id.example.com')
    .option('--gtin <gtin>', 'Make it a GS1 Digital Link for this GTIN; needs --serial')
    .option('--serial <number>', 'The serial number of the battery, for a GS1 Digital Link')
    .addOption(tenantOption())
    .action(runs(() => import('./qr.js'), { ownsSignals: true }));
  examples(sign, [['casparian passport sign LMT-36', 'After the key was configured']]);
  examples(qr, [
    ['casparian passport qr LMT-36 --output qr.png', 'The image'],
    ['casparian passport qr LMT-36 --link https://id.example.com --output link.png', 'A code for phones'],
  ]);
}

function declareStates(passport: Command): void {
  const activate = passport
    .command('activate')
    .summary('Make a signed version the active one')
    .description('Makes a signed version the active one of its passport. The version that was active is superseded.')
    .argument('<passport>', NAMED)
    .addOption(tenantOption())
    .action(runs(() => import('./activate.js')));
  const revoke = passport
    .command('revoke')
    .summary('Revoke a version')
    .description('Revokes a signed, active or superseded version. This cannot be undone.')
    .argument('<passport>', NAMED)
    .requiredOption('--reason <text>', 'Why, for the event log')
    .addOption(tenantOption())
    .action(runs(() => import('./revoke.js')));
  const replay = passport
    .command('replay')
    .summary('Compile a version again from stored bytes, and compare')
    .description('Compiles a stored version again and verifies its signature. Exits with 1 if anything differs.')
    .argument('<passport>', NAMED)
    .addOption(tenantOption())
    .action(runs(() => import('./replay.js')));
  examples(activate, [['casparian passport activate LMT-36', 'The newest version']]);
  examples(revoke, [["casparian passport revoke LMT-36 --reason 'wrong mass'", 'The active version']]);
  examples(replay, [['casparian passport replay LMT-36', 'Is everything as it was signed?']]);
}

function declareReading(passport: Command): void {
  const show = passport
    .command('show')
    .summary('Show a version, or save its files')
    .description('Shows a version of a passport with the values of its fields.')
    .argument('<passport>', NAMED)
    .option('--output <dir>', 'Write payload, proof, receipt, QR code and bundle to this folder')
    .addOption(tenantOption())
    .action(runs(() => import('./show.js')));
  const list = passport
    .command('list')
    .summary('List versions of passports')
    .description('Lists versions of passports, oldest first.')
    .argument('[passport]', 'Only versions of this SKU or passport')
    .addOption(tenantOption())
    .action(runs(() => import('./list.js')));
  addLimit(list);
  const pipeline = passport
    .command('pipeline')
    .summary('Show how far a version has come')
    .description(
      'Shows the steps from documents to a passport in force, with the time, the duration and the job of each.',
    )
    .argument('<passport>', 'SKU or id of a passport (its newest version), or id of a version')
    .addOption(tenantOption())
    .action(runs(() => import('./pipeline.js')));
  const diff = passport
    .command('diff')
    .summary('Show which fields changed between two versions')
    .description(
      'Shows each field whose value differs between two versions, and the documents or rules that changed it.',
    )
    .argument('<earlier>', 'A version; or alone, a SKU or passport, whose last two versions are compared')
    .argument('[later]', 'Another version of the same passport')
    .addOption(tenantOption())
    .action(runs(() => import('./diff.js')));
  examples(pipeline, [['casparian passport pipeline LMT-36', 'What is done, and what it waits for']]);
  examples(diff, [
    ['casparian passport diff LMT-36', 'The newest version and the one before'],
    ["casparian passport diff 77d1 90ab --json | jq '.changes[].path'", 'For a script'],
  ]);
  examples(show, [['casparian passport show LMT-36', 'The active version, or the newest']]);
  examples(list, [['casparian passport list', 'All versions and their states']]);
}
