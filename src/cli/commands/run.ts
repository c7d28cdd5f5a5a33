import { type Command, Option } from 'commander';
import { examples } from '../examples.js';
import { runs } from '../invocation.js';
import { addQuarantineLimits } from '../options/quarantine-limits.js';
import { addReadingOptions } from '../options/reading.js';
import { bytes, duration, wholeNumber } from '../options/values.js';

export function declareRun(program: Command): void {
  const run = program
    .command('run')
    .argument('<inputs...>', 'Files, or a parser (.py, .ts, .js …) and then files')
    .usage('[options] [parser] <inputs...>')
    .summary('Make typed data of files, with a parser or without')
    .description(
      'Reads CSV, JSON, Excel and Parquet files, or runs a Python, TypeScript or JavaScript parser over files of any kind: ' +
        'rows that keep their contract go to a typed output, the others to a quarantine beside it. No database, no set-up; breakpoint() works.',
    )
    .option(
      '-o, --out <dir>',
      'Folder for the outputs (the current one). Several inputs get a folder each in it, named after them',
    )
    .addOption(
      new Option('-f, --format <format>', 'What to write').choices(['parquet', 'csv', 'jsonl']).default('parquet'),
    )
    .option('--into <name>', 'Read all files into one output of this name, all or none')
    .option('--contract <file>', 'Hold files without a parser to a contract that `infer --save` has written')
    .option(
      '--python <path>',
      'Python to use, or the folder of an environment ($VIRTUAL_ENV, .venv beside the parser, python3 or python on the PATH)',
    )
    .option(
      '-j, --jobs <n>',
      'Inputs to read at the same time; with more than one, parsers cannot read from the terminal',
      wholeNumber('--jobs', { min: 1, max: 256 }),
      1,
    )
    .option('--timeout <duration>', 'Stop a parser that takes longer: 30s, 10m', duration)
    .option('--memory <size>', 'Stop a parser that needs more, its children counted: 512MB, 2GiB', bytes)
    .option('--traceback', 'Show how the parser came to its exception, not only where')
    .option('--fail-on-warning', 'Exit with 5 when rows were quarantined')
    .action(runs(() => import('./run/run.js'), { ownsSignals: true }));
  addReadingOptions(addQuarantineLimits(run));
  examples(run, [
    ['casparian run sales.csv', 'No parser: sales.csv becomes sales.parquet'],
    ['casparian run sales.csv --contract sales.json', 'Held to a contract'],
    ["casparian run 'sales/*.csv' --into sales", 'Many files become one sales.parquet'],
    ['casparian run parser.py sales.csv', 'sales.csv becomes <parser name>.parquet'],
    ["casparian run parser.py 'data/*.csv' --out clean --jobs 2", 'Many files, two at a time'],
    ['casparian run parser.ts log.txt --format jsonl', 'A TypeScript parser'],
    ['casparian run parser.py sales.csv --json', 'The report as JSON, for scripts'],
  ]);
}
