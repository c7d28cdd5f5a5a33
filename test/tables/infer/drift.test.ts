import { describe, expect, it } from 'vitest';
import { driftOf, driftSentences } from '../../../src/tables/infer/drift.js';
import { contractOf } from '../../contract/batches.js';
import { inferTable, textReader, type Texts } from './tables.js';

async function drift(declared: Record<string, unknown>, file: Record<string, Texts>): Promise<string[]> {
  const { columns } = await inferTable(textReader(file));
  const found = driftOf(contractOf(declared).columns, columns);
  return driftSentences(found);
}

describe('drift between a contract and a file', () => {
  it('is none when the file is what it was', async () => {
    expect(await drift({ a: 'int', b: 'string' }, { b: ['x'], a: ['1'] })).toEqual([]);
  });

  it('names columns that are new, missing and probably renamed', async () => {
    const declared = { id: 'int', Amount: 'int', day: 'date', gone: 'int' };
    const file = { id: ['1'], amount: ['1'], dayy: ['2024-01-31'], fresh: ['x'] };
    expect(await drift(declared, file)).toEqual([
      "column 'Amount' is missing; 'amount' looks like it",
      "column 'day' is missing; 'dayy' looks like it",
      "column 'gone' is missing",
      "column 'fresh' is new",
    ]);
  });

  it.each([
    ['int', ['1.5'], "column 'a' was int and is now decimal(18,1)"],
    ['decimal(18,2)', ['1'], null],
    ['decimal(18,2)', ['1.5'], null],
    ['decimal(18,1)', ['1.55'], "column 'a' was decimal(18,1) and is now decimal(18,2)"],
    ['float', ['1.55'], null],
    ['int', ['007'], "column 'a' was int and is now string"],
    ['date', ['31/01/2024'], "column 'a' was date and is now date %d/%m/%Y"],
    [{ type: 'date', format: '%d/%m/%Y' }, ['01/02/2024'], null],
    [{ type: 'date', format: '%d/%m/%Y' }, ['01/31/2024'], "column 'a' was date %d/%m/%Y and is now date %m/%d/%Y"],
    ['datetime', ['2024-01-31'], null],
    ['int', [null], null],
    ['string', ['1'], null],
    [{ type: 'decimal(18,2)', decimal: ',' }, ['1,5'], null],
    ['decimal(18,2)', ['1,5'], "column 'a' was decimal(18,2) and is now decimal(18,1) written like 1234,56"],
    [{ type: 'decimal(18,2)', decimal: ',' }, ['5'], null],
    ['bool', ['yes', 'no'], "column 'a' was bool and is now bool yes/no"],
  ])('of a column declared %j with %j', async (declared, texts, sentence) => {
    expect(await drift({ a: declared }, { a: texts })).toEqual(sentence === null ? [] : [sentence]);
  });
});
