import { type Command, Option } from 'commander';
import { examples } from '../examples.js';
import { runs } from '../invocation.js';
import { addLimit, DEFAULT_LIMIT } from '../options/limit.js';
import { tenantOption } from '../options/tenant.js';
import { duration, repeated, several, wholeNumber } from '../options/values.js';

const LAST_ROW = Number.MAX_SAFE_INTEGER;

export function declareQuarantine(program: Command): void {
  const quarantine = program
    .command('quarantine')
    .summary('Rows that broke their contract')
    .description('Rows that broke their contract: what they are, and what becomes of them.');
  declareList(quarantine);
  declareReplay(quarantine);
  declareExport(quarantine);
  declareDiscard(quarantine);
  declarePrune(quarantine);
  examples(quarantine, [
    ['casparian quarantine list --summary', 'What goes wrong, the most frequent first'],
    ['casparian quarantine replay --parser invoices', 'After the file or the parser was corrected'],
    ['casparian quarantine export --parser invoices --output bad-rows.csv', 'For whoever can correct them'],
  ]);
}

function declareList(quarantine: Command): void {
  const list = withStatus(withFilter(quarantine.command('list')))
    .summary('Show quarantined rows, and which errors they share')
    .description(
      'Shows the groups of rows that share an error, the largest first, and then the rows of the newest jobs.',
    )
    .option('--summary', 'Only the groups')
    .addOption(tenantOption())
    .action(runs(() => import('./quarantine/list.js')));
  addLimit(
    list,
    `At most this many rows (${DEFAULT_LIMIT}; with --json all), or groups with --summary (${DEFAULT_LIMIT})`,
  );
  examples(list, [
    ['casparian quarantine list --job 0198c0de-7a6b-7000-8000-000000000000', 'The bad rows of one job'],
    ['casparian quarantine list --parser invoices --summary', 'What goes wrong most'],
    ["casparian quarantine list --json | jq -r '.[].error_message'", 'For a script'],
  ]);
}

function declareReplay(quarantine: Command): void {
  const replay = quarantine
    .command('replay')
    .summary('Read quarantined rows again from their files')
    .description(
      'Reads the quarantined rows again from the file they came from, with the current version of the parser. What is ' +
        'valid now moves to the output, once; the rest stays.',
    )
    .option('--job <id>', 'The job whose rows are read again')
    .option('--parser <name>', 'Instead: all jobs of this parser that have quarantined rows')
    .addOption(tenantOption())
    .action(runs(() => import('./quarantine/replay.js'), { ownsSignals: true }));
  examples(replay, [
    ['casparian quarantine replay --job 0198c0de-7a6b-7000-8000-000000000000', 'After the file was corrected'],
    ['casparian quarantine replay --parser invoices', 'After the parser was corrected'],
  ]);
}

function declareExport(quarantine: Command): void {
  const command = withStatus(withFilter(quarantine.command('export')))
    .summary('Write quarantined rows to a file')
    .description('Writes rows as CSV or JSON lines, with what is wrong with each.')
    .option('--output <file>', 'A file that ends in .csv or .jsonl; stdout without it')
    .addOption(
      new Option('--format <format>', 'The format, when the name does not say it (csv)').choices(['csv', 'jsonl']),
    )
    .option('--verbatim', 'CSV: leave text that a spreadsheet would run as a formula as it is')
    .addOption(tenantOption())
    .action(runs(() => import('./quarantine/export.js')));
  examples(command, [
    ['casparian quarantine export --parser invoices --output bad-rows.csv', 'For a spreadsheet'],
    ['casparian quarantine export --format jsonl | gzip > bad-rows.jsonl.gz', 'To the letter, compressed'],
  ]);
}

function declareDiscard(quarantine: Command): void {
  const discard = withFilter(quarantine.command('discard'))
    .summary('Give quarantined rows up')
    .description('Marks rows as discarded. They stay in the ledger, with the reason, and are not replayed any more.')
    .requiredOption('--reason <text>', 'Why; kept with the rows')
    .option(
      '--row <n>',
      'Only this row of the job. Repeatable, or with commas',
      (value, earlier: number[] | undefined) => [
        ...(earlier ?? []),
        ...several(value, undefined).map(wholeNumber('--row', { min: 0, max: LAST_ROW })),
      ],
    )
    .option('--yes', 'Do not ask')
    .addOption(tenantOption())
    .action(runs(() => import('./quarantine/discard.js')));
  examples(discard, [
    [
      "casparian quarantine discard --job 0198c0de-7a6b-7000-8000-000000000000 --row 47 --reason 'a test order'",
      'One row',
    ],
    ["casparian quarantine discard --parser invoices --error null_required --reason 'footers' --yes", 'One kind'],
  ]);
}

function declarePrune(quarantine: Command): void {
  const prune = quarantine
    .command('prune')
    .summary('Delete settled rows of files that were read anew')
    .description(
      'Deletes rows that were superseded, and evidence of jobs that failed. Rows that wait are never touched.',
    )
    .option('--older-than <duration>', 'Settled longer ago than this (30d)', duration)
    .option('--dry-run', 'Count them, delete nothing')
    .addOption(tenantOption())
    .action(runs(() => import('./quarantine/prune.js')));
  examples(prune, [['casparian quarantine prune --older-than 90d --dry-run', 'How many would go']]);
}

/** Which rows are meant: the same for whatever is done with them. */
function withFilter(command: Command): Command {
  return command
    .option('--job <id>', 'Only rows of this job')
    .option('--parser <name>', 'Only rows of this parser')
    .option('--column <column>', 'Only rows whose first error is in this column')
    .option('--error <type>', 'Only rows whose first error is of this type: invalid_date, null_required …');
}

function withStatus(command: Command): Command {
  return command.option(
    '--status <status>',
    'Rows in this state: quarantined, recovered, discarded, superseded, evidence (quarantined; of one job, evidence ' +
      'as well). Repeatable',
    repeated,
  );
}
