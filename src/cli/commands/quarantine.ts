import { Argument, type Command } from 'commander';
import { examples } from '../examples.js';
import { runs } from '../invocation.js';
import { formatOption } from '../options/format.js';
import { addBulkOptions } from '../options/bulk.js';
import { addLimit, DEFAULT_LIMIT } from '../options/limit.js';
import { tenantOption } from '../options/tenant.js';
import { duration, repeated, several, wholeNumber } from '../options/values.js';

const LAST_ROW = Number.MAX_SAFE_INTEGER;

export function declareQuarantine(program: Command): void {
  const quarantine = program
    .command('quarantine')
    .summary('List, repair, replay, export, import or discard invalid rows')
    .description('Shows rows that violated their contract, and repairs, replays, exports or discards them.');
  declareList(quarantine);
  declareSuggest(quarantine);
  declareCorrect(quarantine);
  declareReplay(quarantine);
  declareExport(quarantine);
  declareImport(quarantine);
  declareDiscard(quarantine);
  declareRestore(quarantine);
  declareBulk(quarantine);
  declarePrune(quarantine);
  examples(quarantine, [
    ['casparian quarantine list --summary', 'The most frequent errors first'],
    ['casparian quarantine replay --parser invoices', 'After you fixed the file or the parser'],
    ['casparian quarantine export --parser invoices --output bad-rows.csv', 'Send them to someone who can fix them'],
  ]);
}

function declareList(quarantine: Command): void {
  const list = withStatus(withFilter(quarantine.command('list')))
    .summary('Show quarantined rows, grouped by error')
    .description('Shows the largest groups of rows with the same error, then the rows of the newest jobs.')
    .option('--summary', 'Show only the groups')
    .option('--skipped', 'Show the lines of files that are not rows: titles, headers, comments, footers, other tables')
    .addOption(tenantOption())
    .action(runs(() => import('./quarantine/list.js')));
  addLimit(
    list,
    `At most this many rows (${DEFAULT_LIMIT}; with --json all), or groups with --summary (${DEFAULT_LIMIT})`,
  );
  examples(list, [
    ['casparian quarantine list --job 0198c0de-7a6b-7000-8000-000000000000', 'The invalid rows of one job'],
    ['casparian quarantine list --parser invoices --summary', 'The most frequent errors'],
    ["casparian quarantine list --json | jq -r '.[].error_message'", 'For a script'],
  ]);
}

function declareSuggest(quarantine: Command): void {
  const suggest = quarantine
    .command('suggest')
    .summary('Suggest contract changes that repair quarantined rows')
    .description(
      'Finds changes of the contract that make quarantined rows valid: a null word, a date format, a number style, a wider ' +
        'type. Each change is tried on all rows of the dataset, and shown with the number of rows that it repairs and breaks.',
    )
    .argument('[dataset]', 'Only this dataset; without it, all with quarantined rows')
    .option('--try', 'Show some rows before and after each change; write nothing')
    .option('--apply <id>', 'Make this suggestion the contract, and replay the rows')
    .addOption(tenantOption())
    .action(runs(() => import('./quarantine/suggest.js'), { ownsSignals: true }));
  examples(suggest, [
    ['casparian quarantine suggest', 'All datasets with quarantined rows'],
    ['casparian quarantine suggest orders --try', 'See what would happen'],
    ['casparian quarantine suggest --apply 4f0c9a1b22de', 'Change the contract and replay'],
  ]);
}

function declareCorrect(quarantine: Command): void {
  const correct = quarantine
    .command('correct')
    .summary('Correct the values of one quarantined row')
    .description(
      'Replaces values of a quarantined row and replays it. The corrected row must satisfy the contract. The original is ' +
        'kept, and the lineage of the row shows both, with the person and the time.',
    )
    .requiredOption('--job <id>', 'The job that quarantined the row')
    .requiredOption('--row <n>', 'The number of the row', wholeNumber('--row', { min: 1, max: LAST_ROW }))
    .option('--dataset <name>', 'The dataset or output, if the job has several')
    .option('--set <column=value>', 'The new value of a column. Repeatable', repeated)
    .option('--null <column>', 'Remove the value of a column. Repeatable', repeated)
    .addOption(tenantOption())
    .action(runs(() => import('./quarantine/correct.js'), { ownsSignals: true }));
  examples(correct, [
    ['casparian quarantine correct --job 0198c0de-7a6b-7000-8000-000000000000 --row 5 --set amount=12.50', 'One value'],
  ]);
}

function declareReplay(quarantine: Command): void {
  const replay = quarantine
    .command('replay')
    .summary('Process quarantined rows again')
    .description(
      'Reads the quarantined rows again from their source file, with the current version of the parser. Rows that are ' +
        'valid now move to the output, exactly once; the others stay in quarantine.',
    )
    .option('--job <id>', 'Replay the rows of this job')
    .option('--parser <name>', 'Replay all quarantined rows of this parser')
    .option('--same-version', 'Use the version of the parser that rejected the rows, not the current one')
    .addOption(tenantOption())
    .action(runs(() => import('./quarantine/replay.js'), { ownsSignals: true }));
  examples(replay, [
    ['casparian quarantine replay --job 0198c0de-7a6b-7000-8000-000000000000', 'After you fixed the file'],
    ['casparian quarantine replay --parser invoices', 'After you fixed the parser'],
  ]);
}

function declareExport(quarantine: Command): void {
  const command = withStatus(withFilter(quarantine.command('export')))
    .summary('Write quarantined rows to a file')
    .description('Writes rows as CSV or JSON lines, with the errors of each.')
    .option('--output <file>', 'A .csv or .jsonl file (default: stdout)')
    .addOption(
      formatOption('--format <format>', 'The format, if the file extension does not set it (csv)', ['csv', 'jsonl']),
    )
    .option('--verbatim', 'CSV: do not escape text that a spreadsheet would run as a formula')
    .addOption(tenantOption())
    .action(runs(() => import('./quarantine/export.js')));
  examples(command, [
    ['casparian quarantine export --parser invoices --output bad-rows.csv', 'For a spreadsheet'],
    ['casparian quarantine export --format jsonl | gzip > bad-rows.jsonl.gz', 'Unchanged, compressed'],
  ]);
}

function declareImport(quarantine: Command): void {
  const command = quarantine
    .command('import')
    .argument('<file>', 'A CSV file that `quarantine export` has written')
    .summary('Correct quarantined rows from an edited export')
    .description(
      'Compares the rows of an edited export with their originals, by the column _cf_id. Rows with valid changes are ' +
        'corrected and replayed, as with `quarantine correct`; the others are reported and left alone.',
    )
    .option('--dry-run', 'Show what would be corrected; store nothing')
    .addOption(tenantOption())
    .action(runs(() => import('./quarantine/import.js'), { ownsSignals: true }));
  examples(command, [
    ['casparian quarantine export --parser invoices --output rows.csv', 'Then edit it'],
    ['casparian quarantine import rows.csv --dry-run', 'See what would be corrected'],
    ['casparian quarantine import rows.csv', 'Correct and replay the rows'],
  ]);
}

function declareRestore(quarantine: Command): void {
  const restore = withFilter(quarantine.command('restore'))
    .summary('Put discarded rows back into quarantine')
    .description('Undoes `quarantine discard`. Rows of files that were read again since stay discarded.')
    .option('--yes', 'Do not ask for confirmation')
    .addOption(tenantOption())
    .action(runs(() => import('./quarantine/restore.js')));
  examples(restore, [
    ['casparian quarantine restore --job 0198c0de-7a6b-7000-8000-000000000000', 'All discarded rows of a job'],
  ]);
}

function declareDiscard(quarantine: Command): void {
  const discard = withFilter(quarantine.command('discard'))
    .summary('Discard quarantined rows')
    .description('Marks rows as discarded. They stay in the ledger with the reason, and are no longer replayed.')
    .requiredOption('--reason <text>', 'The reason; stored with the rows')
    .option(
      '--row <n>',
      'Only this row of the job. Repeatable, or comma-separated',
      (value, earlier: number[] | undefined) => [
        ...(earlier ?? []),
        ...several(value, undefined).map(wholeNumber('--row', { min: 0, max: LAST_ROW })),
      ],
    )
    .option('--yes', 'Do not ask for confirmation')
    .addOption(tenantOption())
    .action(runs(() => import('./quarantine/discard.js')));
  examples(discard, [
    [
      "casparian quarantine discard --job 0198c0de-7a6b-7000-8000-000000000000 --row 47 --reason 'a test order'",
      'One row',
    ],
    [
      "casparian quarantine discard --parser invoices --error null_required --reason 'footers' --yes",
      'One kind of error',
    ],
  ]);
}

function declareBulk(quarantine: Command): void {
  const bulk = withFilter(quarantine.command('bulk'))
    .summary('Replay or discard many quarantined rows')
    .description(
      'Replays or discards all quarantined rows that match, as one job that survives restarts. Refuses if the number of ' +
        'matches is not the confirmed one.',
    )
    .addArgument(new Argument('<action>', 'What to do with them').choices(['replay', 'discard']))
    .option('--dataset <name>', 'Only rows of this dataset, or of this output of a parser')
    .option('--reason <text>', 'For the action discard: stored with the rows')
    .option('--all', 'All quarantined rows of the tenant; required without a filter');
  addBulkOptions(bulk)
    .addOption(tenantOption())
    .action(runs(() => import('./quarantine/bulk.js'), { ownsSignals: true }));
  examples(bulk, [
    ['casparian quarantine bulk replay --dataset orders --dry-run', 'Count the matching rows'],
    ["casparian quarantine bulk discard --error null_required --reason 'footers' --yes", 'One kind of error'],
  ]);
}

function declarePrune(quarantine: Command): void {
  const prune = quarantine
    .command('prune')
    .summary('Delete superseded rows')
    .description('Deletes superseded rows, and evidence of failed jobs. Never deletes rows that can still be replayed.')
    .option('--older-than <duration>', 'Only rows resolved longer ago than this (30d)', duration)
    .option('--dry-run', 'Count them without deleting')
    .addOption(tenantOption())
    .action(runs(() => import('./quarantine/prune.js')));
  examples(prune, [['casparian quarantine prune --older-than 90d --dry-run', 'Count what would be deleted']]);
}

/** Options that select rows, the same for all actions. */
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
