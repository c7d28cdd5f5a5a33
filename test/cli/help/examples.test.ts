import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { examplesOf } from '../../../src/cli/examples.js';
import { createProgram, everyCommand } from '../../../src/cli/program.js';
import { casparianBatch } from '../casparian.js';
import { temporaryFolder } from '../store.js';
import { argvOf } from './shell-words.js';

/** Three seconds, on a machine that has nothing else to do. */
const END_WITHIN_MS = 60_000;

/** Commands whose examples run in a moment, on the files below. */
const RUN = [
  ...[
    'backfill',
    'datasets',
    'db',
    'enqueue',
    'env',
    'explain',
    'export',
    'files',
    'infer',
    'jobs',
    'outputs',
    'preview',
  ],
  ...['quarantine', 'query', 'queue', 'rule', 'run', 'schedule', 'task', 'triage', 'verify'],
];
/** What takes longer, or needs Python, a person, another program, a server, or a job that is there. */
const NOT_RUN =
  /[|<>…&]|^\w+=|postgres:|parser\.|replay|python|reports|0198c0de|0199c3a4|5fd1c0ab|\.sh|fetch|run\.json|jobs\.mjs|report --id|type report|trades|builtin|contract orders/;
/** These ask, unless told not to. */
const ASKS = /^casparian triage (retry|cancel) (?!.*(--yes|--dry-run))/;

const SALES = 'day,amount\n31/05/2024,10.50\n01/06/2024,7.25\n';
const PARSER = `import { readFileSync } from 'node:fs';
export class Parser {
  name = 'invoices';
  version = '1.0.0';
  topics = ['invoices'];
  outputs = {
    sales: { day: 'string' },
    orders: { day: { type: 'date', format: '%d/%m/%Y' }, amount: 'decimal(12,2)' },
  };
  *parse({ inputPath }) {
    const [, ...lines] = readFileSync(inputPath, 'utf8').trim().split('\\n');
    const rows = lines.map((line) => line.split(',')).map(([day, amount]) => ({ day, amount }));
    yield ['sales', rows.map(({ day }) => ({ day }))];
    yield ['orders', rows];
  }
}
`;
const FILES: Record<string, string | Buffer> = {
  'sales.csv': SALES,
  'sales/may.csv': SALES,
  'exports/may.csv': SALES,
  'exports/june.csv': SALES.replace('amount', 'amount,note').replace(/(?<=\d)$/gm, ',x'),
  'export.csv.gz': gzipSync(SALES),
  'report.sql': 'select * from orders',
  'invoices.mjs': PARSER,
  'inbox/march.csv': `${SALES}none,1\n`,
};

test(
  'examples do what they say',
  async () => {
    const folder = await temporaryFolder();
    for (const [name, text] of Object.entries(FILES)) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), text);
    }
    const lines = [...SETUP, ...examples()];
    const answers = await casparianBatch(lines.map(argvOf), {
      cwd: folder,
      endWithinMs: END_WITHIN_MS,
      env: { CASPARIAN_HOME: join(folder, 'home') },
    });
    const failed = answers.flatMap(({ code, stderr }, at) => (code === 0 ? [] : [`${lines[at]}: ${code} ${stderr}`]));
    expect(failed).toEqual([]);
    expect(lines.length).toBeGreaterThan(45);
  },
  END_WITHIN_MS,
);

const SETUP = [
  'casparian parser register invoices.mjs --skip-validation',
  'casparian scan inbox --tag invoices',
  'casparian process',
];

function examples(): string[] {
  const { program } = createProgram();
  const all = everyCommand(program).flatMap((command) => examplesOf(command).flatMap(({ list }) => list));
  const lines = [...new Set(all.map(([line]) => line))];
  return lines.filter((line) => RUN.includes(argvOf(line)[0] ?? '') && !NOT_RUN.test(line) && !ASKS.test(line));
}
