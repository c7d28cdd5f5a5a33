import type { Command } from 'commander';
import { type Example, examples } from '../examples.js';

/** The most common first commands: at the end of `casparian --help`. */
export function addFirstSteps(program: Command): void {
  examples(program, FIRST_STEPS, 'First steps');
  examples(program, UNATTENDED, 'Files that arrive regularly');
  examples(program, PROGRAMS, 'Any program as a job');
}

const FIRST_STEPS: readonly Example[] = [
  ['casparian demo', 'See the main commands on a sample folder'],
  ['casparian preview sales.csv', 'Show the format and first rows of a file'],
  ['casparian run sales.csv', 'Convert it to typed Parquet; invalid rows are quarantined'],
  ['casparian infer sales.csv --save sales.json', 'Infer its types and save them as a contract'],
  ['casparian run parser.py sales.csv', 'Convert it with your own parser'],
];

const UNATTENDED: readonly Example[] = [
  ['casparian scan inbox --auto', 'Find files; CSV, JSON, Excel and Parquet need no parser'],
  ['casparian parser register parser.py', 'Register a parser with its version and lockfile'],
  ['casparian scan inbox --tag sales', 'Find files; creates a job for each parser with this topic'],
  ['casparian process', 'Run the due jobs, then exit (start: watch folders and keep running)'],
  ["casparian query 'select * from sales limit 10'", 'Query the results with SQL'],
  ['casparian quarantine list', 'Show invalid rows and their errors'],
];

const PROGRAMS: readonly Example[] = [
  ['casparian task submit --wait -- python -m reports', 'Run a program as a job, and wait for it'],
  ['casparian worker', 'Run jobs of all types until stopped'],
  ['casparian jobs --status failed', 'List failed jobs (triage list: grouped by error)'],
  ['casparian doctor', 'Check this installation and suggest fixes'],
];
