import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { setContract } from '../../../src/pipeline/builtin/contracts.js';
import {
  applyRepair,
  currentContract,
  openSpool,
  pipelineHome,
  type Repair,
  repairReports,
  type ReplayResult,
  suggestRepairs,
  tryRepair,
} from '../../../src/pipeline/index.js';
import { STORES } from '../../cli/store.js';
import { jobEnds } from '../../engine/staging/workers.js';
import { rowsOfTenant, TENANT } from '../staging/tenant.js';
import { suggestionsOf, useReadingPlace } from './reading-place.js';

const ANN = { tenant: TENANT, actor: 'ann' };

describe.each(STORES)('suggested repairs on %s', (kind) => {
  const place = useReadingPlace(kind);
  const database = () => rowsOfTenant(place.engine);

  /** Applies a suggestion and waits for its replays. Returns how many rows they recovered. */
  const apply = async (id: string): Promise<number> => {
    const { replays } = await applyRepair(place.engine, { ...ANN, id });
    const jobs = await Promise.all(replays.map((job) => jobEnds(place.engine, job)));
    return jobs.reduce((sum, { result }) => sum + (result as ReplayResult).recovered, 0);
  };

  test.each([
    {
      ...{
        dataset: 'nulls',
        columns: { id: 'int', day: 'date' },
        kind: 'null_word',
        change: "'n/a' means no value in 'day'",
      },
      rows: ['1,2024-01-01', '2,n/a', '3,n/a', '4,2024-01-02'],
      after: { type: 'date', nulls: ['n/a'] },
    },
    {
      ...{ dataset: 'words', columns: { id: 'int', day: 'date' }, kind: 'null_word' },
      ...{ change: "'unbekannt' means no value in 'day'", after: { type: 'date', nulls: ['unbekannt'] } },
      rows: ['1,2024-01-01', '2,unbekannt', '3,unbekannt', '4,2024-01-02'],
    },
    {
      ...{ dataset: 'formats', columns: { id: 'int', day: 'date' }, kind: 'date_format' },
      ...{ change: "'day' is also written as %d.%m.%Y", after: { type: 'date', format: ['iso', '%d.%m.%Y'] } },
      rows: ['1,2024-01-01', '2,31.12.2024', '3,01.02.2024', '4,2024-01-02'],
    },
    {
      ...{ dataset: 'thousands', columns: { id: 'int', amount: 'decimal(10,2)' }, kind: 'decimal_style' },
      ...{
        change: "'amount' is written like 1,234.56",
        after: { type: 'decimal(10,2)', decimal: '.', thousands: ',' },
      },
      rows: ['1,12.50', '2,"1,234.50"', '3,"1,000,000.00"', '4,7'],
    },
    {
      ...{ dataset: 'wider', columns: { id: 'int', amount: 'int' }, kind: 'wider_type' },
      ...{ change: "'amount' is decimal(21,2) instead of int", after: 'decimal(21,2)' },
      rows: ['1,12', '2,12.50', '3,7.25', '4,7'],
    },
    {
      ...{ dataset: 'texts', columns: { id: 'int', code: 'int' }, kind: 'wider_type' },
      ...{ change: "'code' is string instead of int", after: 'string' },
      rows: ['1,12', '2,A7', '3,B8', '4,7'],
    },
  ])('$change', async ({ dataset, columns, rows, ...wanted }) => {
    await place.contract(dataset, columns);
    const header = Object.keys(columns).join(',');
    await place.read(`${dataset}.csv`, `${[header, ...rows].join('\n')}\n`);
    const report = await place.suggest(dataset);
    expect(report).toMatchObject({ dataset, quarantined: 2, already_valid: 0, files: 1, rows: 4, unread: [] });
    const [suggestion] = suggestionsOf(report);
    expect(suggestion).toMatchObject({ ...wanted, repairs: 2, leaves: 0, breaks: 0, applicable: true });
    expect(suggestionsOf(report)).toHaveLength(1);
    expect(await apply(suggestion!.id)).toBe(2);
    expect((await place.suggest(dataset)).groups).toEqual([]);
  });

  test('rows with two wrong columns are repaired by one change after the other', async () => {
    await place.contract('two', { id: 'int', day: 'date', amount: 'decimal(10,2)' });
    await place.read(
      'two.csv',
      'id,day,amount\n1,2024-01-01,1.50\n2,31.12.2024,n/a\n3,30.11.2024,n/a\n4,2024-01-02,2\n',
    );
    const [first, ...others] = suggestionsOf(await place.suggest('two'));
    expect(first).toMatchObject({ kind: 'date_format', repairs: 0, helps: 2, leaves: 2, breaks: 0 });
    expect(others).toEqual([]);
    expect(await apply(first!.id)).toBe(0);
    const [second] = suggestionsOf(await place.suggest('two'));
    expect(second).toMatchObject({ kind: 'null_word', column: 'amount', repairs: 2, helps: 0, leaves: 0 });
    expect(await apply(second!.id)).toBe(2);
    expect((await place.suggest('two')).groups).toEqual([]);
  });

  test('another name of a column is suggested if its values fit', async () => {
    const drift = { added: 'quarantine', missing: 'null' };
    await place.contract('renamed', { id: 'int', province_state: 'string', cases: 'int' }, drift);
    await place.read('renamed-1.csv', 'id,province_state,cases\n1,Hubei,5\n2,Utah,6\n3,Ohio,7\n');
    await place.read('renamed-2.csv', 'id,Province/State,cases\n1,Hubei,5\n2,,6\n3,,7\n');
    const [suggestion] = suggestionsOf(await place.suggest('renamed'));
    expect(suggestion).toMatchObject({ kind: 'alias', change: "'Province/State' is another name of 'province_state'" });
    expect(suggestion).toMatchObject({ repairs: 1, leaves: 0, breaks: 0, after: { aliases: ['Province/State'] } });
    expect(await apply(suggestion!.id)).toBe(1);
  });

  test('a date format that swaps day and month of accepted values is not offered', async () => {
    await place.contract('swapped', { id: 'int', day: { type: 'date', format: '%m/%d/%Y' } });
    await place.read('swapped.csv', 'id,day\n1,05/04/2024\n2,31/12/2024\n3,30/11/2024\n4,06/07/2024\n5,08/08/2024\n');
    const { groups } = await place.suggest('swapped');
    expect(groups[0]!.suggestions.map(({ kind: of }) => of)).not.toContain('date_format');
    expect(groups[0]!.refused).toMatchObject([
      { kind: 'date_format', reason: 'changes_meaning', repairs: 2, changes: 2, conflict: '05/04/2024' },
    ]);
  });

  test('a number style that gives accepted values another meaning is not offered', async () => {
    await place.contract('commas', { id: 'int', amount: 'decimal(10,3)' });
    await place.read('commas.csv', 'id;amount\n1;1.234\n2;12,5\n3;7,25\n4;6.500\n');
    const { groups } = await place.suggest('commas');
    const style = groups[0]!.refused.find(({ change }) => change === "'amount' is written like 1.234,56");
    expect(style).toMatchObject({ reason: 'changes_meaning', repairs: 2, changes: 2, conflict: '1.234' });
    expect(groups[0]!.suggestions.map(({ kind: of }) => of)).toEqual(['wider_type']);
  });

  test('of two formats that read the same values differently, neither is offered', async () => {
    await place.contract('unclear', { id: 'int', day: 'date' });
    await place.read('unclear.csv', 'id,day\n1,2024-01-01\n2,05/04/2024\n3,06/07/2024\n4,2024-01-02\n');
    const { groups } = await place.suggest('unclear');
    expect(groups[0]!.suggestions.map(({ kind: of }) => of)).not.toContain('date_format');
    const unclear = groups[0]!.refused.filter(({ reason }) => reason === 'ambiguous');
    expect(unclear.map(({ change }) => change).sort()).toEqual([
      "'day' is also written as %d/%m/%Y",
      "'day' is also written as %m/%d/%Y",
    ]);
  });

  test('broken rules get no suggestion', async () => {
    await place.contract('rules', { id: 'int!', amount: { type: 'int', max: 10 } });
    await place.read('rules.csv', 'id,amount\n1,1\n2,11\n3,12\n4,5\n');
    const { groups } = await place.suggest('rules');
    expect(groups).toMatchObject([{ error_type: 'above_maximum', rows: 2, suggestions: [], refused: [] }]);
  });

  test('applying a suggestion twice changes the contract once and returns the same replays', async () => {
    await place.contract('twice', { id: 'int', day: 'date' });
    await place.read('twice.csv', 'id,day\n1,2024-01-01\n2,n/a\n3,x\n4,2024-01-02\n');
    const [suggestion] = suggestionsOf(await place.suggest('twice'));
    const first = await applyRepair(place.engine, { ...ANN, id: suggestion!.id });
    // The beginning of an id is enough, if no other one begins so.
    const second = await applyRepair(place.engine, { ...ANN, id: suggestion!.id.slice(0, -2) });
    expect(first).toMatchObject({ changed: true, dataset: 'twice', replays: [expect.any(String)] });
    expect(second).toEqual({ ...first, changed: false });
    await jobEnds(place.engine, first.replays[0]!);
    expect(await applyRepair(place.engine, { ...ANN, id: suggestion!.id })).toEqual({ ...first, changed: false });
    const events = await place.rows<{ event_type: string; actor: string }>(
      `SELECT event_type, actor FROM cf_events WHERE aggregate_type = 'dataset' AND aggregate_id = 'twice' ORDER BY position`,
    );
    const of = (actor: string | null, event_type: string) => ({ event_type, actor });
    expect(events).toEqual([of(null, 'contract.set'), of('ann', 'contract.set'), of('ann', 'contract.repaired')]);
  });

  test('a suggestion for an earlier contract is refused', async () => {
    await place.contract('outdated', { id: 'int', day: 'date' });
    await place.read('outdated.csv', 'id,day\n1,2024-01-01\n2,n/a\n3,2024-01-02\n');
    const [suggestion] = suggestionsOf(await place.suggest('outdated'));
    await place.contract('outdated', { id: 'int', day: 'string' });
    await expect(applyRepair(place.engine, { ...ANN, id: suggestion!.id })).rejects.toMatchObject({
      code: 'REPAIR_OUTDATED',
    });
    await expect(applyRepair(place.engine, { ...ANN, id: 'nothing' })).rejects.toMatchObject({
      code: 'REPAIR_NOT_FOUND',
    });
    expect(await place.suggest('outdated')).toMatchObject({ already_valid: 1 });
  });

  test('trying a suggestion shows rows before and after, and writes nothing', async () => {
    await place.contract('tried', { id: 'int', day: 'date', amount: 'int' });
    await place.read(
      'tried.csv',
      'id,day,amount\n1,2024-01-01,1\n2,31.12.2024,2\n3,30.12.2024,x\n4,2024-01-02,4\n5,2024-01-02,4\n',
    );
    const [suggestion] = suggestionsOf(await place.suggest('tried'));
    const before = await currentContract(database(), 'tried');
    const tried = await tryRepair(database(), suggestion!.id, 10);
    expect(tried).toMatchObject([
      { row_number: 2, value: '"31.12.2024"', valid: true, after: '2024-12-31' },
      { row_number: 3, value: '"30.12.2024"', valid: false, after: "amount: 'x' is not an int" },
    ]);
    expect(await currentContract(database(), 'tried')).toEqual(before);
    expect(suggestion).toMatchObject({ repairs: 1, leaves: 1 });
  });

  test('a file that is gone counts for nothing, and changes that need its values are not offered', async () => {
    await place.contract('gone', { id: 'int', day: 'date' });
    await place.read('gone-1.csv', 'id,day\n1,2024-01-01\n2,31.12.2024\n3,2024-01-02\n');
    await place.read('gone-2.csv', 'id,day\n1,2024-01-01\n2,30.12.2024\n3,2024-01-02\n4,5.5\n5,2024-01-02\n');
    await rm(join(place.home, 'incoming', 'gone-1.csv'));
    const report = await place.suggest('gone');
    expect(report.unread).toEqual([expect.stringContaining('gone-1.csv')]);
    expect(report.groups[0]!.refused).toMatchObject([{ kind: 'date_format', reason: 'files_unread', repairs: 1 }]);
  });

  test('discarded rows are neither repaired nor broken, and recovered rows are accepted', async () => {
    await place.contract('settled', { id: 'int', day: 'date' });
    await place.read('settled.csv', 'id,day\n1,2024-01-01\n2,n/a\n3,n/a\n4,2024-01-02\n5,2024-01-02\n');
    await place.rows(`UPDATE cf_quarantine SET status = 'discarded' WHERE output = 'settled' AND row_number = 2`);
    const [suggestion] = suggestionsOf(await place.suggest('settled'));
    expect(suggestion).toMatchObject({ repairs: 1, leaves: 0, breaks: 0 });
    expect(await apply(suggestion!.id)).toBe(1);
  });

  test('the contract of a parser is in its code: the suggestion says what to write there', async () => {
    const parser = await place.register(PRICES_PARSER);
    await place.rows(`UPDATE cf_parsers SET outputs = '{"id":"int!","price":"decimal(8,2)"}' WHERE name = 'prices'`);
    await place.parse(await place.file('prices.txt', '1;2.50\n2;1,234.50\n3;n/a\n4;n/a\n5;4\n6;7\n7;8\n'), parser);
    const of = { dataset: 'prices', parser: 'prices', output: 'prices' };
    const report = await suggestRepairs(database(), of, {
      spool: openSpool(pipelineHome(place.home)),
      signal: new AbortController().signal,
    });
    expect(report).toMatchObject({ parser: 'prices', contract_hash: parser.sourceHash, quarantined: 3 });
    const found = suggestionsOf(report);
    expect(
      found.map(({ kind: what, repairs, breaks, applicable }) => [what, repairs, breaks, applicable]),
    ).toContainEqual(['null_word', 2, null, false]);
    const error = await applyRepair(place.engine, { ...ANN, id: found[0]!.id }).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'REPAIR_IN_CODE' });
    expect((error as { next: unknown[] }).next[0]).toContain('"price": {"type":"decimal(8,2)","nulls":["n/a"]}');
    expect((await repairReports(database(), 'prices'))[0]).toMatchObject(report);
  });

  test('applying a suggestion repairs exactly the number of rows that it says', async () => {
    const good = fc.constantFrom('2024-01-31', '2023-12-01', '');
    const bad = fc.constantFrom('31.12.2024', '01.02.2024', 'n/a', 'unknown', '2024-13-01', '12/31/2024', '1.1.24');
    const number = fc.constantFrom('1', '2.50', '1,234', '"1,234.50"', '-', 'x', '99999999999', '1.005', '3,5');
    const row = fc.tuple(fc.oneof({ arbitrary: good, weight: 3 }, { arbitrary: bad, weight: 2 }), number);
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 4, maxLength: 40 }), async (rows) => {
        const dataset = `property_${String.fromCharCode(97 + (runs++ % 26))}${'x'.repeat(Math.floor(runs / 26))}`;
        await place.contract(dataset, { day: 'date', amount: 'decimal(10,2)', tail: 'int' });
        // Enough valid rows, so that no threshold fails the file.
        const valid = Array.from({ length: rows.length + 1 }, (_, index) => `2024-01-01;2.50;${index}`);
        const lines = rows.map(([day, amount], index) => `${day};${amount};${index}`);
        await place.read(`${dataset}.csv`, `day;amount;tail\n${[...valid, ...lines].join('\n')}\n`);
        for (let round = 0; round < 3; round++) {
          const best: Repair | undefined = suggestionsOf(await place.suggest(dataset))[0];
          if (best === undefined) return;
          expect([best.change, await apply(best.id)]).toEqual([best.change, best.repairs]);
        }
      }),
      { numRuns: 6 },
    );
  }, 60_000);

  test('setting the same contract by hand does not apply a suggestion again', async () => {
    await place.contract('again', { id: 'int', day: 'date' });
    await place.read('again.csv', 'id,day\n1,2024-01-01\n2,n/a\n3,2024-01-02\n');
    const original = (await currentContract(database(), 'again'))!;
    const [suggestion] = suggestionsOf(await place.suggest('again'));
    expect(await apply(suggestion!.id)).toBe(1);
    await setContract(database(), { dataset: 'again', contract: original.contract, source: '/given.json' });
    const { changed } = await applyRepair(place.engine, { ...ANN, id: suggestion!.id });
    expect(changed).toBe(true);
  });
});

const PRICES_PARSER = `
class Parser:
    name = 'prices'
    version = '1.0.0'
    outputs = {'id': 'int!', 'price': 'decimal(8,2)'}

    def parse(self, ctx):
        with open(ctx.input_path) as file:
            yield [dict(zip(('id', 'price'), line.strip().split(';'))) for line in file]
`;
