import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createPlace, type Place } from '../place.js';

let place: Place;
beforeEach(async () => void (place = await createPlace()));
afterEach(() => place.remove());

/** A process is slow to start, so one run checks many contracts: each is an output of its own. */
const OUTPUTS_PER_RUN = 25;
const RUNS = 4;

const columnType = fc.constantFrom(
  ...['string', 'int', 'float', 'decimal(6,2)', 'bool', 'date', 'datetime', 'time', 'json', 'int!', 'string!', 'date!'],
);

/** What parsers find in files: now right, now wrong for nearly every type. */
const value = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.integer({ min: -1_000, max: 1_000 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom('', 'Unknown', '1', '007', '1.5', '1.005', 'true', '2024-02-29', '2024-02-31', '10:00:00', '{"a":1}'),
  fc.constantFrom('2024-01-31T10:00:00', '9999999999999999999999', ' 1', 'é→\n"', '١'),
  fc.string({ maxLength: 5 }).filter((text) => !text.includes('\0')),
);

const output = fc.array(columnType, { minLength: 1, maxLength: 4 }).chain((types) =>
  fc.record({
    types: fc.constant(types),
    batches: fc.array(fc.array(fc.tuple(...types.map(() => value)), { maxLength: 6 }), { maxLength: 3 }),
  }),
);

const PARSER = `import json

class Parser:
    name = 'p'
    version = '1.0.0'
    with open(__file__ + '.json') as file:
        tables = json.load(file)
    outputs = {
        f'out{number}': {f'c{column}': kind for column, kind in enumerate(table['types'])}
        for number, table in enumerate(tables)
    }

    def parse(self, ctx):
        for number, table in enumerate(self.tables):
            for batch in table['batches']:
                yield f'out{number}', [{f'c{column}': value for column, value in enumerate(row)} for row in batch]
`;

test('every row ends in the output or in the quarantine, once and with its own number, and the output keeps its types', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(output, { minLength: OUTPUTS_PER_RUN, maxLength: OUTPUTS_PER_RUN }), async (tables) => {
      await place.file('parser.py.json', JSON.stringify(tables));
      const report = await place.run(PARSER, { limits: { share: 1, rows: 1e9 } });
      expect(report.error).toBeNull();
      expect(report.rowsValid + report.rowsQuarantined).toBe(report.rowsIn);
      for (const [number, { types, batches }] of tables.entries()) {
        const rowsIn = batches.flat().length;
        const valid = await rowsOf(`out${number}.jsonl`);
        const quarantined = await rowsOf(`out${number}_quarantine.jsonl`);
        const numbers = [...valid.map((row) => row['_cf_row']), ...quarantined.map((row) => row['row_number'])];
        expect(numbers.map(Number).sort((one, other) => one - other)).toEqual(
          Array.from({ length: rowsIn }, (_, index) => index + 1),
        );
        for (const [column, type] of types.entries()) {
          for (const row of valid) expect(fits(row[`c${column}`], type), JSON.stringify({ type, row })).toBe(true);
        }
      }
    }),
    { numRuns: RUNS },
  );
}, 180_000);

/** A run without bad rows writes no quarantine. */
async function rowsOf(name: string): Promise<Record<string, unknown>[]> {
  if (!(await place.outputs()).includes(name)) return [];
  const text = await readFile(join(place.out, name), 'utf8');
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

/** Said again, independently of the contract's own code: what a value of a type looks like in JSON lines. */
function fits(value: unknown, type: string): boolean {
  if (value === null) return !type.endsWith('!');
  const kind = type.replace('!', '');
  switch (kind) {
    case 'int':
      return Number.isInteger(value);
    case 'float':
      return typeof value === 'number';
    case 'bool':
      return typeof value === 'boolean';
    case 'string':
      return typeof value === 'string';
    case 'json':
      return true;
    default:
      return typeof value === 'string' && FORMS[kind]?.test(value) === true;
  }
}

const FORMS: Readonly<Record<string, RegExp>> = {
  'decimal(6,2)': /^-?\d{1,4}(\.\d{1,2})?$/,
  date: /^\d{4}-\d{2}-\d{2}$/,
  datetime: /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}/,
  time: /^\d{2}:\d{2}:\d{2}/,
};
