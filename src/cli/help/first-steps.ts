import type { Command } from 'commander';
import { type Example, examples } from '../examples.js';

/** What most people do first, and most often: at the end of `casparian --help`. */
export function addFirstSteps(program: Command): void {
  examples(program, FIRST_STEPS, 'First steps');
  examples(program, UNATTENDED, 'Files that come again and again');
  examples(program, PROGRAMS, 'Any program as a job');
}

const FIRST_STEPS: readonly Example[] = [
  ['casparian demo', 'See all of it at work, on a small messy folder'],
  ['casparian preview sales.csv', 'See what a file is and how it begins'],
  ['casparian run sales.csv', 'Make typed Parquet of it; bad rows go to a quarantine'],
  ['casparian infer sales.csv --save sales.json', 'Its types, what proves them, and a contract to hold it to'],
  ['casparian run parser.py sales.csv', 'The same through a parser of your own'],
];

const UNATTENDED: readonly Example[] = [
  ['casparian scan inbox --auto', 'Find files; CSV, JSON, Excel and Parquet need no parser'],
  ['casparian parser register parser.py', 'Keep a parser, with its version and lockfile'],
  ['casparian scan inbox --tag sales', 'Find files; a parser with this topic gets a job for each'],
  ['casparian process', 'Run what is due, then leave (start: watch, and never leave)'],
  ["casparian query 'select * from sales limit 10'", 'Ask what was written, with SQL'],
  ['casparian quarantine list', 'See the rows that broke their contract, and why'],
];

const PROGRAMS: readonly Example[] = [
  ['casparian task submit --wait -- python -m reports', 'Queued, bounded, retried, logged'],
  ['casparian worker', 'Run jobs of every kind until told to stop'],
  ['casparian jobs --status failed', 'See what went wrong (triage list: in groups)'],
  ['casparian doctor', 'See what is wrong with this installation, and how to mend it'],
];
