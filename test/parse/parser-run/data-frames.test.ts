import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type PythonEnvironment, pythonWith } from '../python-environments.js';
import { createPlace, type Place } from '../place.js';

let place: Place;
beforeEach(async () => void (place = await createPlace()));
afterEach(() => place.remove());

const PARSER = `import pandas as pd

class Parser:
    name = 'people'
    version = '1.0.0'
    outputs = {'id': 'int!', 'age': 'int', 'joined': 'datetime', 'name': 'string'}

    def parse(self, ctx):
        yield pd.DataFrame({
            'id': [1, 2, 3],
            'age': [30, 'Unknown', None],
            'joined': pd.to_datetime(['2024-01-31', None, '2024-02-29']),
            'name': pd.Categorical(['Ada', 'Bob', None]),
        })
`;

describe.each<PythonEnvironment>(['pandas-3', 'pandas-2'])('%s', (environment) => {
  const python = pythonWith(environment);

  test.skipIf(python === undefined)(
    'a column of mixed types reaches the contract, which sets the bad row aside',
    async () => {
      const logged: string[] = [];
      const report = await place.run(PARSER, {
        python: python!,
        onInput: () => ({ onLog: (_, text) => void logged.push(text) }),
      });
      expect(report.error).toBeNull();
      expect(report).toMatchObject({ rowsIn: 3, rowsValid: 2, rowsQuarantined: 1 });
      expect(logged.join()).toContain('age');
      const lines = (await readFile(join(place.out, 'people.jsonl'), 'utf8')).trimEnd().split('\n');
      expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
        { id: 1, age: 30, joined: '2024-01-31T00:00:00', name: 'Ada', _cf_row: 1 },
        { id: 3, age: null, joined: '2024-02-29T00:00:00', name: null, _cf_row: 3 },
      ]);
      await place.expectNothingLeftBut('people.jsonl', 'people_quarantine.jsonl');
    },
  );
});
