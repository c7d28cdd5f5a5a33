import { type Command, Option } from 'commander';
import { examples } from '../examples.js';
import { runs } from '../invocation.js';
import { tenantOption } from '../options/tenant.js';
import { duration, wholeNumber } from '../options/values.js';

const KINDS = ['json', 'html', 'csv', 'feed', 'adapter'];

export function declareSource(program: Command): void {
  const source = program
    .command('source')
    .summary('Places that have prices')
    .description('Sources of prices: where they are, how prices are found there, and how often they may be asked.');
  declareAdd(source);
  declareEdit(source);
  declareReading(source);
  declareChanges(source);
  declareTest(source);
  examples(source, [
    [
      "casparian source add coins --kind json --url 'https://api.example.com/sold?q={title}' --extract coins.json",
      'Add an API',
    ],
    ['casparian source health', 'Which sources work'],
  ]);
}

function declareAdd(source: Command): void {
  const add = source
    .command('add <name>')
    .summary('Add a source')
    .description('Adds a source. Nothing is requested until `collect run` or `source test`.')
    .addOption(new Option('--kind <kind>', 'What the URL returns').choices(KINDS).makeOptionMandatory())
    .requiredOption(
      '--url <url>',
      'The address, with {title}, {year} and other fields of an intake. The file of an adapter',
    );
  fields(add).action(runs(() => import('./source/add.js')));
  examples(add, [
    [
      "casparian source add coins --kind json --url 'https://api.example.com/sold?q={title}&y={year}' --extract coins.json --rate 60 --burst 5",
      'An API, at most 60 requests a minute',
    ],
    [
      "casparian source add shop --kind html --url 'https://example.com/?q={title}' --extract shop.json --header 'authorization=Bearer {env:SHOP_KEY}'",
      'A page that needs a secret of the worker',
    ],
  ]);
}

function declareEdit(source: Command): void {
  const edit = source
    .command('edit <name>')
    .summary('Change a source')
    .description('Changes fields of a source. Options that are not given stay as they are.')
    .option('--url <url>', 'The address, with {title}, {year} and other fields of an intake')
    .option('--enable', 'Collect from it again')
    .option('--disable', 'Collect nothing from it');
  fields(edit).action(runs(() => import('./source/edit.js')));
  examples(edit, [
    ['casparian source edit coins --rate 30', 'Half as many requests'],
    ['casparian source edit coins --extract coins.json', 'After the page has changed'],
  ]);
}

/** What can be said about a source, when it is added and later. */
function fields(command: Command): Command {
  const seconds = (option: string, min = 0) => wholeNumber(option, { min, max: 31_536_000 });
  return command
    .option('--extract <file>', 'JSON: where the fields of a price are in a response')
    .option('--contract <file>', 'JSON: what rows must satisfy besides having a price')
    .option('--rate <n>', 'Requests per minute, over all workers; `none` for any number (60)')
    .option('--burst <n>', 'Requests at once after a pause (5)', wholeNumber('--burst', { min: 1, max: 100_000 }))
    .option(
      '--concurrency <n>',
      'Requests at the same time, over all workers (2)',
      wholeNumber('--concurrency', { min: 1, max: 1_000 }),
    )
    .option('--cache-ttl <seconds>', 'How long a response is used again (3600)', seconds('--cache-ttl'))
    .option('--negative-ttl <seconds>', 'How long 404 is remembered (900)', seconds('--negative-ttl'))
    .option(
      '--max-stale <seconds>',
      'How old a response may be while the source is down (604800)',
      seconds('--max-stale'),
    )
    .option('--refresh <seconds>', 'How old a collection is when it is due again (86400)', seconds('--refresh', 1))
    .option('--max-pages <n>', 'Pages of one collection (1)', wholeNumber('--max-pages', { min: 1, max: 1_000 }))
    .option('--trust <share>', 'Weight of its prices in valuations, from 0 to 1 (1)', Number)
    .option('--terms <text>', 'A note about the terms under which it may be used')
    .option(
      '--header <name=reference>',
      'A header with a secret: env:NAME, file:PATH, or Bearer {env:NAME}',
      collectList,
    )
    .option('--keep-parameter <name>', 'A parameter of URLs that identifies an item', collectList)
    .option(
      '--requests-per-run <n>',
      'Tokens that one run of an adapter takes (1)',
      wholeNumber('--requests-per-run', { min: 1, max: 100_000 }),
    )
    .option('--premium <percent>', "Buyer's premium, added to prices that do not include it (0)", Number)
    .option('--ignore-robots', 'Do not ask robots.txt, for an API whose terms permit its use')
    .option('--obey-robots', 'Ask robots.txt (default)')
    .addOption(tenantOption());
}

function declareReading(source: Command): void {
  const list = source
    .command('list')
    .summary('List the sources')
    .description('Lists the sources and their states.')
    .addOption(tenantOption())
    .action(runs(() => import('./source/list.js')));
  examples(list, [['casparian source list', 'All sources']]);
  const show = source
    .command('show <name>')
    .summary('Show a source')
    .description('Shows a source, its limits and the state of its breaker.')
    .addOption(tenantOption())
    .action(runs(() => import('./source/show.js')));
  examples(show, [['casparian source show coins', 'One source']]);
  const quarantine = source
    .command('quarantine <name>')
    .summary('List rows that break the contract of a source')
    .description(
      'Lists the newest rows that a source sent and that break its contract, with the column and the reason. `collect replay` reads them again after the extraction was corrected.',
    )
    .option('--limit <n>', 'At most this many rows (50)', wholeNumber('--limit', { min: 1, max: 100_000 }))
    .addOption(tenantOption())
    .action(runs(() => import('./source/quarantine.js')));
  examples(quarantine, [
    ['casparian source quarantine coins', 'Rows with column and reason'],
    ["casparian source quarantine coins --json | jq '.[].reason'", 'For scripts'],
  ]);
  const health = source
    .command('health')
    .summary('Show which sources work')
    .description('Shows for each source whether it responds, since when not, and how many jobs wait for it.')
    .addOption(tenantOption())
    .action(runs(() => import('./source/health.js')));
  examples(health, [['casparian source health', 'All sources']]);
}

function declareChanges(source: Command): void {
  const pause = source
    .command('pause <name>')
    .summary('Send no requests for a while')
    .description('Sends no requests until `resume`, or for a time. Jobs wait without being charged.')
    .option('--for <duration>', 'How long, such as 30m', duration)
    .option('--reason <text>', 'Why')
    .addOption(tenantOption())
    .action(runs(() => import('./source/pause.js')));
  examples(pause, [['casparian source pause coins --for 2h --reason maintenance', 'For two hours']]);
  const isolate = source
    .command('isolate <name>')
    .summary('Send no requests until resume')
    .description('Keeps the breaker open by hand, without probes, until `resume`.')
    .option('--reason <text>', 'Why')
    .addOption(tenantOption())
    .action(runs(() => import('./source/isolate.js')));
  examples(isolate, [['casparian source isolate coins --reason "they asked us to stop"', 'Until further notice']]);
  const resume = source
    .command('resume <name>')
    .summary('Send requests again')
    .description('Ends pause, isolation and open breaker. Waiting jobs become due.')
    .addOption(tenantOption())
    .action(runs(() => import('./source/resume.js')));
  examples(resume, [['casparian source resume coins', 'Continue']]);
  const probe = source
    .command('probe <name>')
    .summary('Try a source before its cooldown is over')
    .description('Ends the cooldown of an open breaker: the next job is the probe that decides whether it closes.')
    .addOption(tenantOption())
    .action(runs(() => import('./source/probe.js')));
  examples(probe, [['casparian source probe coins', 'After the operator reports that it works']]);
}

function declareTest(source: Command): void {
  const test = source
    .command('test <name>')
    .summary('Show what would be extracted')
    .description(
      'Requests one page and shows which fields match and which rows break the contract. Stores no prices. Limits and robots.txt apply.',
    )
    .option('--intake <id>', 'The intake to ask for; default: the first one')
    .option('--file <file>', 'A saved response, instead of a request')
    .option('--extract <file>', 'Another extraction than that of the source')
    .addOption(tenantOption())
    .action(runs(() => import('./source/test.js')));
  examples(test, [
    ['casparian source test coins', 'Matched and missing fields'],
    ['casparian source test coins --file page.html --extract new.json', 'A new extraction on a saved page'],
  ]);
}

function collectList(value: string, before: string[] | undefined): string[] {
  return [...(before ?? []), value];
}
