import type { Command } from 'commander';
import { examples } from '../../examples.js';
import { runs } from '../../invocation.js';
import { addLimit } from '../../options/limit.js';
import { tenantOption } from '../../options/tenant.js';
import { wholeNumber } from '../../options/values.js';

const BATTERY = 'SKU/SERIAL of a battery, SKU, or id of a passport';

/** What happens to a battery after its passport was issued. */
export function declareLife(passport: Command): void {
  declareReadings(passport);
  declareHistory(passport);
  declareEnd(passport);
  declareTransfer(passport);
  declareStatusList(passport);
}

function declareReadings(passport: Command): void {
  const readings = passport
    .command('readings')
    .summary('Record what was measured of batteries')
    .description(
      'Readings are signed and added to the history of a battery. They never change; `passport refresh` makes new versions from them.',
    );
  const add = readings
    .command('add')
    .summary('Record the readings of a file')
    .description(
      'Records readings of one battery or of many. Readings that were recorded before are left out, so a file can be given again.',
    )
    .argument(
      '<file>',
      'CSV with the columns battery, observed_at and paths of attributes, or JSON with a list "readings"',
    )
    .option('--product <sku>', 'The product, if the file names batteries by serial numbers')
    .addOption(tenantOption())
    .action(runs(() => import('./readings-add.js'), { ownsSignals: true }));
  const map = readings
    .command('map')
    .summary('Record readings from the rows of a dataset')
    .description('Makes a reading from each row of a dataset, as a mapping says.')
    .argument('<mapping>', 'A TOML file with dataset, fact_type = "Reading", key and [members]')
    .option('--product <sku>', 'The product, if the key names batteries by serial numbers')
    .addOption(tenantOption())
    .action(runs(() => import('./readings-map.js'), { ownsSignals: true }));
  const list = readings
    .command('list')
    .summary('List the readings of a battery')
    .description('Lists the readings of a battery in the order in which they arrived.')
    .argument('<battery>', BATTERY)
    .addOption(tenantOption())
    .action(runs(() => import('./readings-list.js')));
  addLimit(list);
  const refresh = passport
    .command('refresh')
    .summary('Make new versions from readings')
    .description(
      'Makes new versions of passports from their newest versions and the readings since. What does not change during use stays as it is. A ' +
        'passport whose content would be the same gets no new version.',
    )
    .argument('[battery...]', BATTERY)
    .option('--product <sku>', 'All batteries of this product that have readings')
    .option('--activate', 'Put the new versions into force')
    .addOption(tenantOption())
    .action(runs(() => import('./refresh.js'), { ownsSignals: true }));
  examples(readings, [['casparian passport readings add readings.csv', 'Record what was measured']]);
  examples(add, [['casparian passport readings add readings.csv', 'Of many batteries']]);
  examples(map, [['casparian passport readings map readings.toml', 'From a dataset']]);
  examples(list, [['casparian passport readings list EV-75/000417', 'What was measured, and when']]);
  examples(refresh, [
    ['casparian passport refresh EV-75/000417 --activate', 'One battery'],
    ['casparian passport refresh --product EV-75 --activate', 'All batteries of a model'],
  ]);
}

function declareHistory(passport: Command): void {
  const history = passport
    .command('history')
    .summary('Show or save the signed history of a battery')
    .description(
      'Shows readings, transfers and the end of a passport. The saved file can be verified without a database.',
    )
    .argument('<battery>', BATTERY)
    .option('--output <file>', 'Save the whole history as a file for `passport verify`')
    .addOption(tenantOption())
    .action(runs(() => import('./history.js')));
  addLimit(history);
  examples(history, [
    ['casparian passport history EV-75/000417 --output history.json', 'A file that anyone can verify'],
  ]);
}

function declareEnd(passport: Command): void {
  const end = passport
    .command('end')
    .summary('End the passport of a battery')
    .description(
      'Ends a passport: the battery is repurposed, reused or remanufactured and has a new passport, or it was recycled. The two passports name ' +
        'each other in signed statements. This cannot be undone.',
    )
    .argument('<battery>', BATTERY)
    .requiredOption('--reason <reason>', 'Why: repurposed, reused, remanufactured or recycled')
    .option('--successor <battery>', 'The new passport of the battery')
    .option('--successor-url <url>', 'The new passport, if it is elsewhere')
    .addOption(tenantOption())
    .action(runs(() => import('./end.js'), { ownsSignals: true }));
  const succeed = passport
    .command('succeed')
    .summary('Link a passport to the one that the battery had elsewhere')
    .description(
      'Links the passport of a battery to the one that it had in another installation, after that one has ended and named this one.',
    )
    .argument('<battery>', BATTERY)
    .requiredOption('--predecessor-url <url>', 'The address of the earlier passport')
    .requiredOption('--history <file>', 'The signed history of the earlier passport')
    .option('--public-key <key>', 'The key that the maker of the earlier passport published: base64, or a file (PEM)')
    .addOption(tenantOption())
    .action(runs(() => import('./succeed.js'), { ownsSignals: true }));
  examples(succeed, [
    [
      'casparian passport succeed HOME-10/0001 --predecessor-url https://id.example.com/p/019a2b3c-0000-7000-8000-000000000001 --history history.json',
      'The second direction',
    ],
  ]);
  examples(end, [
    ['casparian passport end EV-75/000417 --reason repurposed --successor HOME-10/0001', 'It lives on at home'],
    ['casparian passport end EV-75/000417 --reason recycled', 'It does not'],
  ]);
}

function declareTransfer(passport: Command): void {
  const transfer = passport
    .command('transfer')
    .summary('Move the responsibility for a battery to another operator')
    .description(
      'The operator who is responsible offers, the other one accepts. The responsibility moves when both have signed.',
    );
  const offer = transfer
    .command('offer')
    .summary('Offer a battery to another operator')
    .description('Signs an offer and writes it to a file for the other operator.')
    .argument('<battery>', BATTERY)
    .requiredOption('--to <identifier>', 'Identifier of the other operator')
    .requiredOption('--name <name>', 'Name of the other operator')
    .requiredOption('--key <key>', 'Public key of the other operator: base64, or a file (PEM)')
    .option('--days <n>', 'Days until the offer expires (default: 30)', wholeNumber('--days', { min: 1, max: 365 }))
    .requiredOption('--output <file>', 'Where to write the offer')
    .addOption(tenantOption())
    .action(runs(() => import('./transfer-offer.js'), { ownsSignals: true }));
  const accept = transfer
    .command('accept')
    .summary('Accept an offer, as the other operator')
    .description('Signs the acceptance of an offer with your key. Needs no database.')
    .argument('<offer>', 'The file that the operator sent you')
    .requiredOption('--output <file>', 'Where to write the decision; send it back')
    .action(runs(() => import('./transfer-accept.js')));
  const refuse = transfer
    .command('refuse')
    .summary('Refuse an offer, as the other operator')
    .description('Signs the refusal of an offer with your key. Needs no database.')
    .argument('<offer>', 'The file that the operator sent you')
    .requiredOption('--reason <text>', 'Why')
    .requiredOption('--output <file>', 'Where to write the decision; send it back')
    .action(runs(() => import('./transfer-accept.js')));
  const complete = transfer
    .command('complete')
    .summary('Record the decision of the other operator')
    .description('Verifies the decision and records it. After an acceptance, the other operator is responsible.')
    .argument('<decision>', 'The file that the other operator sent back')
    .addOption(tenantOption())
    .action(runs(() => import('./transfer-complete.js'), { ownsSignals: true }));
  const receive = transfer
    .command('receive')
    .summary('Take over a passport, as the other operator')
    .description('Stores the passport of a battery for which you are responsible now, with its history.')
    .argument('<bundle>', 'The bundle of the newest version')
    .requiredOption('--history <file>', 'The signed history, with your acceptance')
    .option('--serial <serial>', 'The serial number, if the identifier of the battery has none')
    .addOption(tenantOption())
    .action(runs(() => import('./transfer-receive.js'), { ownsSignals: true }));
  const withdraw = transfer
    .command('withdraw')
    .summary('Take an open offer back')
    .description('Takes an offer back that was not decided yet.')
    .argument('<transfer>', 'Id of the transfer, or a unique part of it')
    .addOption(tenantOption())
    .action(runs(() => import('./transfer-withdraw.js'), { ownsSignals: true }));
  const list = transfer
    .command('list')
    .summary('List offers and what became of them')
    .description('Lists transfers, oldest first.')
    .argument('[battery]', BATTERY)
    .addOption(tenantOption())
    .action(runs(() => import('./transfer-list.js')));
  addLimit(list);
  examples(transfer, [['casparian passport transfer list', 'Who was offered which battery']]);
  examples(offer, [
    [
      "casparian passport transfer offer EV-75/000417 --to FR-123 --name 'Seconde Vie SA' --key their.pem --output offer.json",
      'The first signature',
    ],
  ]);
  examples(accept, [['casparian passport transfer accept offer.json --output decision.json', 'The second signature']]);
  examples(refuse, [
    ["casparian passport transfer refuse offer.json --reason 'not ours' --output decision.json", 'Or not'],
  ]);
  examples(complete, [['casparian passport transfer complete decision.json', 'Now it counts']]);
  examples(receive, [
    [
      'casparian passport transfer receive bundle.json --history history.json',
      'From now on, you sign what happens to it',
    ],
  ]);
  examples(withdraw, [
    ['casparian passport transfer withdraw 019a2b3c-0000-7000-8000-000000000001', 'Before it was accepted'],
  ]);
  examples(list, [['casparian passport transfer list EV-75/000417', 'Who was responsible']]);
}

function declareStatusList(passport: Command): void {
  const lists = passport
    .command('status-list')
    .summary('Publish and check signed lists of revoked versions')
    .description('A status list tells without a connection whether a version is revoked (W3C Bitstring Status List).');
  const exported = lists
    .command('export')
    .summary('Sign the next status list and save it')
    .description('Signs a list of all versions that were ever in force, with a bit for each that is revoked.')
    .requiredOption('--output <file>', 'Where to write the list')
    .option(
      '--purpose <purpose>',
      'What the bits mean: revocation, or refresh for versions that have a newer one (default: revocation)',
    )
    .option('--days <n>', 'Days until the list expires (default: 7)', wholeNumber('--days', { min: 1, max: 366 }))
    .addOption(tenantOption())
    .action(runs(() => import('./status-list-export.js'), { ownsSignals: true }));
  const check = lists
    .command('check')
    .summary('Look up a version in a status list, without a database')
    .description(
      'Verifies a status list and looks up a version in it. Exits with 1 if the list is not valid or the version is revoked.',
    )
    .argument('<list>', 'The file with the list')
    .argument('[version]', 'Id of a version')
    .option('--public-key <key>', 'The key that the maker published: base64, or a file (PEM)')
    .option(
      '--min-sequence <n>',
      'Refuse lists before this number',
      wholeNumber('--min-sequence', { min: 1, max: 1e9 }),
    )
    .option('--max-age-days <n>', 'Refuse older lists', wholeNumber('--max-age-days', { min: 1, max: 3_650 }))
    .action(runs(() => import('./status-list-check.js')));
  examples(lists, [['casparian passport status-list export --output revoked.json', 'Sign the next list']]);
  examples(exported, [
    ['casparian passport status-list export --output revoked.json', 'For everyone who verifies offline'],
  ]);
  examples(check, [
    ['casparian passport status-list check revoked.json 019a2b3c-0000-7000-8000-000000000001', 'Is it revoked?'],
  ]);
}
