import { readFileSync } from 'node:fs';

export class Parser {
  name = 'invoices';
  version = '1.0.0';
  topics = ['invoices'];
  outputs = {
    number: 'int!',
    customer: 'string!',
    issued: { type: 'date!', format: '%d/%m/%Y' },
    due: { type: 'date', format: '%d/%m/%Y' },
    net: { type: 'decimal(12,2)!', decimal: ',', thousands: '.' },
  };

  *parse({ inputPath }: { inputPath: string }) {
    const [header = '', ...lines] = readFileSync(inputPath, 'utf8').trim().split('\n');
    const names = header.split(';');
    for (const line of lines) {
      const values = line.split(';');
      yield Object.fromEntries(names.map((name, at) => [name, values[at]]));
    }
  }
}
