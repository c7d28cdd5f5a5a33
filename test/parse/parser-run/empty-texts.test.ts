import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runReportJson } from '../../../src/parse/report/run-report-json.js';
import { emptyTextSentences } from '../../../src/parse/index.js';
import { type PythonEnvironment, pythonWith } from '../python-environments.js';
import { createPlace, type Place } from '../place.js';

let place: Place;
beforeEach(async () => void (place = await createPlace()));
afterEach(() => place.remove());

const OUTPUTS = `{'id': 'int!', 'amount': 'decimal(9,2)', 'day': 'date', 'name': 'string'}`;

const PYTHON = `import csv

class Parser:
    name = 'orders'
    version = '1.0.0'
    outputs = ${OUTPUTS}

    def parse(self, ctx):
        with open(ctx) as file:
            yield from csv.DictReader(file)
`;

const TYPESCRIPT = `import { readFileSync } from 'node:fs';
export class Parser {
  name = 'orders';
  version = '1.0.0';
  outputs = ${OUTPUTS};
  *parse(ctx: { inputPath: string }) {
    const [, ...lines] = readFileSync(ctx.inputPath, 'utf8').trimEnd().split('\\n');
    for (const line of lines) {
      const [id, amount, day, name] = line.split(',');
      yield { id, amount, day, name };
    }
  }
}
`;

const ROWS = 'id,amount,day,name\n1,,2024-01-31,Ada\n2,3.50,,\n,1.00,2024-02-29,Bob\n';

describe.each([
  ['Python', 'parser.py', PYTHON],
  ['TypeScript', 'parser.ts', TYPESCRIPT],
])('empty texts of a %s parser', (_, file, source) => {
  test('are null in optional columns with a count, stay texts in text columns, and are errors in required ones', async () => {
    const input = await place.file('orders.csv', ROWS);
    const report = await place.run(await place.file(file, source), { inputs: [input] });
    expect(report.error).toBeNull();
    expect(report).toMatchObject({ rowsIn: 3, rowsValid: 2, rowsQuarantined: 1 });
    expect(report.badRows).toMatchObject([{ rowNumber: 3, column: 'id', message: "'' is not an int" }]);
    const counts = [
      { output: 'orders', column: 'amount', count: 1 },
      { output: 'orders', column: 'day', count: 1 },
    ];
    expect(runReportJson(report).empty_texts).toEqual(counts);
    expect(emptyTextSentences(counts)[0]).toBe("1 empty text is null in column 'amount'");
    const lines = (await readFile(join(place.out, 'orders.jsonl'), 'utf8')).trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
      { id: 1, amount: null, day: '2024-01-31', name: 'Ada' },
      { id: 2, amount: '3.50', day: null, name: '' },
    ]);
  });
});

const reading = (call: string, outputs = OUTPUTS, imports = 'import pandas as pd'): string => `${imports}

class Parser:
    name = 'orders'
    version = '1.0.0'
    outputs = ${outputs}

    def parse(self, ctx):
        return ${call}
`;

const READ = "pd.read_csv(ctx.input_path, dtype={'name': str})";

describe.each<PythonEnvironment>(['pandas-3', 'pandas-2'])('texts that %s hides', (environment) => {
  const python = pythonWith(environment);
  const warnings = async (parser: string): Promise<string[]> => {
    const logged: string[] = [];
    const input = await place.file('orders.csv', 'id,amount,day,name\n1,2.00,2024-01-31,NA\n');
    const onLog = (level: string, text: string): void => void (level === 'warning' && logged.push(text));
    const report = await place.run(parser, { inputs: [input], python: python!, onInput: () => ({ onLog }) });
    expect(report.error).toBeNull();
    return logged.filter((text) => text.includes('keep_default_na=False'));
  };

  test.skipIf(python === undefined)('are warned of once, however the parser imports and calls pandas', async () => {
    expect(await warnings(reading(READ))).toHaveLength(1);
    const imported = reading('pandas_reader(ctx.input_path)', OUTPUTS, 'from pandas import read_csv as pandas_reader');
    expect(await warnings(imported)).toHaveLength(1);
    const chunks = reading(`[*${READ.replace(/\)$/, ', chunksize=1)')}, ${READ}]`);
    expect(await warnings(chunks)).toHaveLength(1);
  });

  test.skipIf(python === undefined)('are no reason to warn if they are kept, or if no column has text', async () => {
    const kept = READ.replace(/\)$/, ', keep_default_na=False)');
    const unfiltered = READ.replace(/\)$/, ', na_filter=False)');
    // In one process, because the import of pandas takes a second.
    expect(await warnings(reading(`[${kept}, ${unfiltered}]`))).toEqual([]);
    const numbers = reading("pd.read_csv(ctx.input_path, usecols=['id'])", "{'id': 'int!'}");
    expect(await warnings(numbers)).toEqual([]);
  });
});
