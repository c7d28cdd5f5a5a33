/** One step of the demo: what happens and why, and the command for it. */
export interface DemoStep {
  readonly title: string;
  readonly act: CommandAct | CorrectionAct;
  /** Left out on a machine without it. */
  readonly needs?: 'python';
}

/** The arguments of `casparian`. */
export interface CommandAct {
  readonly kind: 'command';
  readonly args: readonly string[];
}

/** A change that a user makes in an editor. */
export interface CorrectionAct {
  readonly kind: 'correction';
  readonly path: string;
  readonly wrong: string;
  readonly right: string;
}

const INVOICES_BY_COUNTRY = `
  select countries.name as country, sum(net) as net, (sum(net * vat) / 100)::decimal(12,2) as vat
  from invoices join customers using (customer) join countries using (country)
  group by all order by net desc`;
const PUMP_BY_STATE = 'select state, count(*) as lines, max(celsius) as hottest from pump_log group by all';

/** The steps for the folder in `material`, from files to SQL. */
export const DEMO_STEPS: readonly DemoStep[] = [
  {
    title: 'A file as it arrived: days before months, decimal commas, and a 31st of February.',
    act: command('preview', 'inbox/invoices/january.csv'),
  },
  {
    title: 'Register a parser. Its contract defines the columns of a row; TypeScript runs without a build.',
    act: command('parser', 'register', 'parsers/invoices.ts'),
  },
  {
    title: 'Another one, in Python, for a log with lines like [03-Jan-24 06:00:00] rpm=1480 temp=61.5C  ok',
    act: command('parser', 'register', 'parsers/pump_log.py'),
    needs: 'python',
  },
  {
    title: 'Scan for files: each new file becomes a job for the parser that is subscribed to it.',
    act: command('scan', 'inbox/invoices', '--tag', 'invoices'),
  },
  {
    title: 'Scan for the log.',
    act: command('scan', 'inbox/logs', '--tag', 'pumps'),
    needs: 'python',
  },
  {
    title: 'Excel, CSV and JSON files need no parser: columns and types are inferred from all rows.',
    act: command('scan', 'inbox/office', '--auto'),
  },
  {
    title: 'Run the jobs. Rows that satisfy the contract become data; the others are quarantined, never dropped.',
    act: command('process'),
  },
  {
    title: 'The quarantined rows, and why they are there.',
    act: command('quarantine', 'list'),
  },
  {
    title: 'Correct one of the invoices in its file, as you would in an editor.',
    act: { kind: 'correction', path: 'inbox/invoices/january.csv', wrong: '31/02/2024', right: '31/01/2024' },
  },
  {
    title: 'Replay the quarantined invoices: the corrected one moves to the data, once; the other one stays.',
    act: command('quarantine', 'replay', '--parser', 'invoices'),
  },
  {
    title: 'List the datasets.',
    act: command('datasets'),
  },
  {
    title: 'Query them with SQL: rows of a parser, a workbook and a CSV file in one statement.',
    act: command('query', INVOICES_BY_COUNTRY),
  },
  {
    title: 'Query the log, which is a table now.',
    act: command('query', PUMP_BY_STATE),
    needs: 'python',
  },
  {
    title: 'Lineage: the corrected invoice, back to its row, its file, its parser and its job.',
    act: command('lineage', 'invoices', '--where', 'number = 1003'),
  },
  {
    title: 'Verify that no output has changed since it was written.',
    act: command('verify'),
  },
];

function command(...args: string[]): CommandAct {
  return { kind: 'command', args };
}
