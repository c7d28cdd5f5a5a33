import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  attributesOf,
  CATEGORIES,
  type Category,
  checkBattery,
  factsOfDocuments,
  parseFacts,
  type ParsedFact,
  readDocumentFacts,
  templateFiles,
  WORKBOOK_TYPE,
} from '../../../src/passport/index.js';

const SALT = '0123456789abcdef'.repeat(4);
const WORKBOOKS = ['model.xlsx', 'battery.xlsx', 'condition.xlsx'];

function files(category: Category, withExample: boolean): Readonly<Record<string, string | Buffer>> {
  return templateFiles({ category, withExample, salt: () => SALT });
}

async function factsOf(content: string | Buffer | undefined, mimeType: string): Promise<readonly ParsedFact[]> {
  const parsing = await readDocumentFacts({ kind: 'BATTERY_DATA', mimeType, content: Buffer.from(content as string) });
  if (!parsing.ok) throw new Error(JSON.stringify(parsing.problems));
  return parsing.facts;
}

/** Without the salt, and with numbers by value: a spreadsheet does not keep zeros at the end. */
function comparable(facts: readonly ParsedFact[]): unknown {
  const entries = facts.map(({ factType, factKey, payload: { salt, ...payload } }) => {
    expect(salt).toMatch(/^[0-9a-f]{64}$/);
    return [`${factType} ${factKey}`, payload] as const;
  });
  return Object.fromEntries(entries);
}

describe.each(CATEGORIES)('the workbooks of %s', (category) => {
  test('give the same facts as the JSON of the example', async () => {
    const template = files(category, true);
    const facts: ParsedFact[] = [];
    for (const name of WORKBOOKS) facts.push(...(await factsOf(template[name], WORKBOOK_TYPE)));
    const path = new URL(`../../../examples/passport/${category}/battery.json`, import.meta.url);
    const example = parseFacts({ kind: 'BATTERY_DATA', mimeType: 'application/json', content: readFileSync(path) });
    if (!example.ok) throw new Error('the example cannot be read');
    expect(comparable(facts)).toEqual(comparable(example.facts));
    expect(comparable(await factsOf(template['battery.json'], 'application/json'))).toEqual(comparable(example.facts));
    const check = checkBattery(category, factsOfDocuments(facts));
    expect([check.missing, check.implausible, check.score]).toEqual([[], [], 100]);
  });

  test('are empty without the example, and ask for every mandatory attribute', async () => {
    const template = files(category, false);
    const facts: ParsedFact[] = [];
    for (const name of WORKBOOKS) facts.push(...(await factsOf(template[name], WORKBOOK_TYPE)));
    expect(comparable(facts)).toEqual({ 'Model identification': { category } });
    const { missing, mandatory } = checkBattery(category, factsOfDocuments(facts));
    expect(missing).toHaveLength(mandatory - 1);
    const text = WORKBOOKS.map((name) => (template[name] as Buffer).toString('utf8')).join('');
    for (const { path, computed } of attributesOf(category)) if (computed === undefined) expect(text).toContain(path);
  });
});

test('the same salt gives the same bytes', () => {
  const [first, second] = [files('ev', true), files('ev', true)].map((one) => one['model.xlsx'] as Buffer);
  expect(first?.equals(second as Buffer)).toBe(true);
});

test('a problem in a workbook names the cell', async () => {
  const workbook = (files('ev', true)['condition.xlsx'] as Buffer)
    .toString('latin1')
    .replace('performance.full_cycles<', 'performance.full_cycle5<');
  const parsing = await readDocumentFacts({
    ...{ kind: 'BATTERY_DATA', mimeType: WORKBOOK_TYPE, content: Buffer.from(workbook, 'latin1') },
  });
  expect(parsing).toMatchObject({
    ok: false,
    problems: [
      {
        message: expect.stringContaining('full_cycle5') as string,
        pointer: expect.stringMatching(/^Data!C\d+$/) as string,
      },
    ],
  });
});
