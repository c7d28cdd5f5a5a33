/** One line of the demonstration: what happens and why, and what is typed for it. */
export interface DemoStep {
  readonly title: string;
  readonly act: CommandAct | CorrectionAct;
  /** Left out where there is none. */
  readonly needs?: 'python';
}

/** The words behind `casparian`. */
export interface CommandAct {
  readonly kind: 'command';
  readonly args: readonly string[];
}

/** What a person does in an editor. */
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

/** What is shown of the folder in `material`, from files to SQL. */
export const DEMO_STEPS: readonly DemoStep[] = [
  {
    title: 'A file as it came: days before months, decimal commas, and a 31st of February.',
    act: command('preview', 'inbox/invoices/january.csv'),
  },
  {
    title: 'Register a parser. Its contract says what a row must be; TypeScript runs as it is.',
    act: command('parser', 'register', 'parsers/invoices.ts'),
  },
  {
    title: 'Another one, in Python, for a log with lines like [03-Jan-24 06:00:00] rpm=1480 temp=61.5C  ok',
    act: command('parser', 'register', 'parsers/pump_log.py'),
    needs: 'python',
  },
  {
    title: 'Find files: what is new becomes a job for the parser that wants it.',
    act: command('scan', 'inbox/invoices', '--tag', 'invoices'),
  },
  {
    title: 'And the log.',
    act: command('scan', 'inbox/logs', '--tag', 'pumps'),
    needs: 'python',
  },
  {
    title: 'Excel, CSV and JSON files need no parser: columns and types are found out from every row.',
    act: command('scan', 'inbox/office', '--auto'),
  },
  {
    title: 'Run the jobs. Rows that keep their contract become data; the others are set aside, never dropped.',
    act: command('process'),
  },
  {
    title: 'What was set aside, and why.',
    act: command('quarantine', 'list'),
  },
  {
    title: 'Correct one of the invoices in its file, as you would in an editor.',
    act: { kind: 'correction', path: 'inbox/invoices/january.csv', wrong: '31/02/2024', right: '31/01/2024' },
  },
  {
    title: 'Read those invoices again: the one that is right now moves to the data, once; the other one waits.',
    act: command('quarantine', 'replay', '--parser', 'invoices'),
  },
  {
    title: 'The datasets there are now.',
    act: command('datasets'),
  },
  {
    title: 'Ask them with SQL: what came by a parser, from a workbook and from a CSV file, in one statement.',
    act: command('query', INVOICES_BY_COUNTRY),
  },
  {
    title: 'The log, which has become a table.',
    act: command('query', PUMP_BY_STATE),
    needs: 'python',
  },
  {
    title: 'Where it came from: the invoice that was corrected, back to its row, its file, its parser and its job.',
    act: command('lineage', 'invoices', '--where', 'number = 1003'),
  },
  {
    title: 'Prove that every output is still what was written.',
    act: command('verify'),
  },
];

function command(...args: string[]): CommandAct {
  return { kind: 'command', args };
}
