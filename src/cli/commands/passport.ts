import type { Command } from 'commander';
import { examples } from '../examples.js';
import { runs } from '../invocation.js';
import { tenantOption } from '../options/tenant.js';
import { wholeNumber } from '../options/values.js';
import { declareCheck, declareExport, declareImport, declareInit } from './passport/declare-check.js';
import { declareLife } from './passport/declare-life.js';
import { declareDocuments, declareFacts, declareProduct } from './passport/declare-inputs.js';
import { declareRulePackages, declareSnapshot } from './passport/declare-snapshots-and-rules.js';
import { declareVersions } from './passport/declare-versions.js';

export function declarePassport(program: Command): void {
  const passport = program
    .command('passport')
    .summary('Build, sign, explain and verify battery passports')
    .description(
      'A battery passport is a signed record of a battery, computed from facts by rules, that anyone can verify.',
    );
  declareInit(passport);
  declareBuild(passport);
  declareCheck(passport);
  declareExport(passport);
  declareImport(passport);
  declareVerify(passport);
  declareExplain(passport);
  declareVersions(passport);
  declareLife(passport);
  declareProduct(passport);
  declareDocuments(passport);
  declareFacts(passport);
  declareSnapshot(passport);
  declareRulePackages(passport);
  examples(passport, [
    ['casparian passport check examples/passport/ev', 'What the law demands and the data lacks'],
    ['casparian passport build examples/passport/minimal', 'A whole passport from a folder'],
    ['casparian passport verify battery.bundle.json', 'Check a passport that you received'],
  ]);
}

function declareBuild(passport: Command): void {
  const build = passport
    .command('build')
    .summary('Build the passport of a battery from a folder')
    .description(
      'Reads the documents of a folder, tests and publishes its rules, compiles and signs the passport, draws its QR code, and writes ' +
        'the files. Run again on unchanged input, it gives the same passport.',
    )
    .argument('<folder>', 'A folder with a passport.toml')
    .option('--output <dir>', 'Where to write the files (default: passports/<sku>)')
    .option('--activate', 'Make it the active version; the one that was active is superseded')
    .option(
      '--batteries <file>',
      'CSV with one battery in each row: make a passport for each; the folder describes the model',
    )
    .addOption(tenantOption())
    .action(runs(() => import('./passport/build.js'), { ownsSignals: true }));
  examples(build, [
    ['casparian passport build examples/passport/ev-pack', 'All steps, and where the files are'],
    ['casparian passport build examples/passport/minimal --json | jq -r .files.bundle', 'For a script'],
    ['casparian passport build model --batteries batteries.csv --activate', 'All batteries of a model'],
  ]);
}

function declareVerify(passport: Command): void {
  const verify = passport
    .command('verify')
    .summary('Check a passport from its bundle, without a database')
    .description(
      'Computes everything again that is in the bundle of a passport: facts, snapshot, rules, proof, payload, receipt, signature ' +
        'and QR code. Needs no database and no network. Exits with 1 if a check fails.',
    )
    .argument('<file>', 'The bundle, an excerpt, a credential, or the history of a battery')
    .option('--public-key <key>', 'The key that the maker published: base64, or a file (PEM)')
    .option('--history <file>', 'Also verify the history of the battery, and that the passport was made from it')
    .option('--status-list <file>', 'Also look the version up in a signed status list')
    .option('--status-key <key>', 'The key of the status list, if it is another one')
    .option(
      '--min-sequence <n>',
      'Refuse status lists before this number',
      wholeNumber('--min-sequence', { min: 1, max: 1e9 }),
    )
    .option('--max-age-days <n>', 'Refuse older status lists', wholeNumber('--max-age-days', { min: 1, max: 3_650 }))
    .action(runs(() => import('./passport/verify.js')));
  examples(verify, [
    ['casparian passport verify battery.bundle.json', 'Whether it is intact'],
    ['casparian passport verify battery.bundle.json --public-key maker.pem', 'And whether it comes from the maker'],
    ['casparian passport verify battery.bundle.json --status-list revoked.json', 'And whether it is revoked, offline'],
    [
      "casparian passport verify battery.bundle.json --json | jq '.checks[] | select(.ok | not)'",
      'For a script: what failed',
    ],
  ]);
}

function declareExplain(passport: Command): void {
  const explain = passport
    .command('explain')
    .summary('Show where the value of a field comes from')
    .description(
      'Shows the rule, the other fields, the facts and the documents that gave a field its value, down to the place in a file or the ' +
        'row of a workbook.',
    )
    .argument('<field>', 'The path of the field, such as footprint.per_kwh')
    .argument(
      '[passport]',
      'SKU or id of a passport (its newest version), or id of a version (default: the newest of all)',
    )
    .option('--operations', 'Also show every step of the computation')
    .addOption(tenantOption())
    .action(runs(() => import('./passport/explain.js')));
  examples(explain, [
    ['casparian passport explain battery.mass LMT-36', 'A tree down to the document'],
    ["casparian passport explain battery.mass --json | jq '.children[].label'", 'For a script'],
  ]);
}
