import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CasparianError } from '../../../src/platform/index.js';
import {
  contractFileText,
  parseContractFile,
  readContractFile,
  STRICT_DRIFT,
  writeContractFile,
} from '../../../src/contract/declare/contract-file.js';
import { hintText } from '../../../src/cli/output/hint-text.js';

const TEXT = `{
  "version": 1,
  "columns": [
    {
      "name": "2024",
      "type": "int!"
    },
    {
      "name": "amount",
      "type": "decimal(18,2)",
      "decimal": ",",
      "thousands": ".",
      "nulls": [
        "NA"
      ]
    },
    {
      "name": "day",
      "type": "date",
      "required": true,
      "format": "%d/%m/%Y"
    }
  ],
  "dialect": {
    "delimiter": ";",
    "quote": null,
    "encoding": "utf-8",
    "header_lines": 1
  },
  "drift": {
    "added": "ignore",
    "missing": "null",
    "type": "quarantine"
  }
}
`;

function refusal(text: string): string {
  try {
    parseContractFile(text, "The contract 'c.json'");
  } catch (error) {
    if (!(error instanceof CasparianError)) throw error;
    return [error.message, ...error.next.map(hintText)].join(' | ');
  }
  return 'accepted';
}

const withColumns = (columns: unknown, more = {}): string => JSON.stringify({ version: 1, columns, ...more });

describe('a contract file', () => {
  it('gives the same text when it is read and written, in the order of its columns', () => {
    const file = parseContractFile(TEXT);
    expect(contractFileText(file)).toBe(TEXT);
    expect(file.contract.columns.map(({ name }) => name)).toEqual(['2024', 'amount', 'day']);
    expect(file.contract.columns[1]).toMatchObject({ numberStyle: { decimal: ',', thousands: '.' }, nulls: ['NA'] });
  });

  it('is read from a disk and written to it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'contract-file-'));
    try {
      const path = join(folder, 'contract.json');
      await writeContractFile(path, parseContractFile(TEXT));
      expect(contractFileText(await readContractFile(path))).toBe(TEXT);
      await expect(readContractFile(join(folder, 'none.json'))).rejects.toMatchObject({ code: 'INPUT_NOT_FOUND' });
      const nowhere = writeContractFile(join(folder, 'no/such.json'), parseContractFile(TEXT));
      await expect(nowhere).rejects.toMatchObject({ code: 'OUTPUT_UNWRITABLE' });
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('is strict about changed columns unless it says otherwise', () => {
    expect(parseContractFile(withColumns([{ name: 'a', type: 'int' }])).drift).toEqual(STRICT_DRIFT);
    const partly = withColumns([{ name: 'a', type: 'int' }], { drift: { added: 'keep' } });
    expect(parseContractFile(partly).drift).toEqual({ added: 'keep', missing: 'fail', type: 'quarantine' });
  });

  it.each([
    ['{', "The contract 'c.json' cannot be understood: it is not JSON"],
    ['[]', 'it must be an object with version, columns and drift'],
    ['{"columns": []}', 'its version is missing, but this program reads 1 | Begin it with "version": 1'],
    [
      '{"version": 2, "columns": []}',
      'its version is 2, but this program reads 1 | It was written by a newer casparian',
    ],
    ['{"version": 1, "colums": []}', "'colums' is not known | Did you mean 'columns'?"],
    ['{"version": 1, "columns": []}', "'columns' is a list of columns, at least one"],
    [withColumns([{ type: 'int' }]), "column 1 of 'columns' needs a name"],
    [withColumns([null]), "column 1 of 'columns' needs a name"],
    [
      withColumns([
        { name: 'a', type: 'int' },
        { name: 'a', type: 'int' },
      ]),
      "at column 'a': it is declared twice",
    ],
    [withColumns([{ name: 'a', type: 'dat' }]), `at column 'a': 'dat' is not a type | Did you mean "date"?`],
    [withColumns([{ name: 'a', type: 'int', nuls: [] }]), "at column 'a': 'nuls' is not known | Did you mean 'nulls'?"],
    [withColumns([{ name: 'a', type: 'int' }], { drift: [] }), "'drift' is an object, not []"],
    [
      withColumns([{ name: 'a', type: 'int' }], { drift: { added: 'drop' } }),
      `'drift.added' is one of "quarantine", "ignore", "fail", "keep", not "drop"`,
    ],
    [withColumns([{ name: 'a', type: 'int' }], { drift: { renamed: 'ignore' } }), "'drift' has no 'renamed'"],
    [withColumns([{ name: 'a', type: 'int' }], { dialect: { delimiter: 5 } }), "'dialect.delimiter' is a text, not 5"],
    [
      withColumns([{ name: 'a', type: 'int' }], { dialect: { header_lines: -1 } }),
      "'dialect.header_lines' is a whole number, not -1",
    ],
    [withColumns([{ name: 'a', type: 'int' }], { dialect: { comment: '#' } }), "'dialect' has no 'comment'"],
  ])('refuses %s', (text, message) => {
    expect(refusal(text)).toContain(message);
  });
});
