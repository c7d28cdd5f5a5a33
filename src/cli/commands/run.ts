import type { Command } from 'commander';
import { examples } from '../examples.js';
import { runs } from '../invocation.js';
import { formatOption } from '../options/format.js';
import { addQuarantineLimits } from '../options/quarantine-limits.js';
import { addReadingOptions } from '../options/reading.js';
import { bytes, duration, wholeNumber } from '../options/values.js';

export function declareRun(program: Command): void {
  const run = program
    .command('run')
    .argument('<inputs...>', 'Files, or a parser (.py, .ts, .js …) and then files')
    .usage('[options] [parser] <inputs...>')
    .summary('Convert files to typed data, with or without a parser')
    .description(
      'Reads CSV, JSON, Excel and Parquet files, or runs a Python, TypeScript or JavaScript parser on any files. ' +
        'Valid rows go to a typed output, invalid rows to a quarantine file next to it. Needs no database and no setup; breakpoint() works.',
    )
    .option(
      '-o, --out <dir>',
      'Folder for the outputs (default: the current folder). With several inputs, each gets a subfolder with its name',
    )
    .addOption(formatOption('-f, --format <format>', 'Output format', ['parquet', 'csv', 'jsonl']).default('parquet'))
    .option('--into <name>', 'Read all files into one output with this name, all or none')
    .option('--contract <file>', 'Without a parser: check the rows against this contract, as written by `infer --save`')
    .option(
      '--python <path>',
      'Python to use, or the folder of an environment (default: $VIRTUAL_ENV, .venv next to the parser, python3 or python on the PATH)',
    )
    .option(
      '-j, --jobs <n>',
      'Inputs to process at the same time; with more than one, parsers cannot read from the terminal',
      wholeNumber('--jobs', { min: 1, max: 256 }),
      1,
    )
    .option('--timeout <duration>', 'Stop a parser that runs longer than this: 30s, 10m', duration)
    .option('--memory <size>', 'Stop a parser that uses more memory than this, children included: 512MB, 2GiB', bytes)
    .option('--sandbox', 'Confine the parser as a worker does; it then cannot use the terminal or the network')
    .option('--traceback', 'Show the full traceback of a parser exception')
    .option('--fail-on-warning', 'Exit with 5 if rows were quarantined or there were warnings')
    .action(runs(() => import('./run/run.js'), { ownsSignals: true }));
  addReadingOptions(addQuarantineLimits(run));
  examples(run, [
    ['casparian run sales.csv', 'Without a parser: sales.csv becomes sales.parquet'],
    ['casparian run sales.csv --contract sales.json', 'Check the rows against a contract'],
    ["casparian run 'sales/*.csv' --into sales", 'Many files become one sales.parquet'],
    ['casparian run parser.py sales.csv', 'sales.csv becomes <parser name>.parquet'],
    ["casparian run parser.py 'data/*.csv' --out clean --jobs 2", 'Many files, two at a time'],
    ['casparian run parser.ts log.txt --format jsonl', 'A TypeScript parser'],
    ['casparian run parser.py sales.csv --json', 'The report as JSON, for scripts'],
  ]);
}
