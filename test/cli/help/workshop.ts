import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';

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
  'battery.rules': 'field battery.capacity_kwh: Dec(2) = 75.5;\n',
  'invoices.mjs': PARSER,
  'inbox/march.csv': `${SALES}none,1\n`,
};

/** Commands that make the files known, and rows of them. */
export const SETUP = [
  'casparian parser register invoices.mjs --skip-validation',
  'casparian scan inbox --tag invoices',
  'casparian process',
  'casparian schedule add s --type noop --cron @daily',
];

/** Puts files into a folder on which the examples can be tried. */
export async function fillWorkshop(folder: string): Promise<void> {
  for (const [name, text] of Object.entries(FILES)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
}
