import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { explicitInterpreter } from '../../../src/bridge/parser/interpreter.js';
import { findParser } from '../../../src/bridge/parser/parser-file.js';
import { inferOutputs } from '../../../src/parse/index.js';
import { temporaryFolder } from '../../cli/store.js';
import { BARE_PYTHON } from '../place.js';

const SCRIPT = `def parse(path):
    for lines in (['1', '007', '2.50', '2024-01-31', 'x'], ['22', '012', '10.25', '2024-02-01', '']):
        number, code, amount, day, note = lines
        yield {'number': number, 'code': code, 'amount': amount, 'day': day, 'note': note, 'count': 3}
`;

test('the outputs of a script that returns text have the types of the text in all batches', async () => {
  const folder = await temporaryFolder();
  const [script, path] = [join(folder, 'script.py'), join(folder, 'in.csv')];
  await Promise.all([writeFile(script, SCRIPT), writeFile(path, '')]);
  const input = { name: path, path, bytes: undefined };
  const outputs = await inferOutputs({
    ...{ parser: await findParser(script), interpreter: await explicitInterpreter(BARE_PYTHON, process.env), input },
    ...{ timeoutMs: undefined, memoryLimitBytes: undefined, stdin: 'ignore', stdout: 'capture', env: process.env },
    signal: new AbortController().signal,
  });
  expect(outputs).toEqual({
    ...{ number: 'int', code: 'string', amount: 'decimal(18,2)', note: 'string', count: 'int' },
    day: 'date',
  });
});
