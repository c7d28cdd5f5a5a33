import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkPassportPath } from '../../../src/operations/index.js';
import {
  attributeAt,
  batteryCheckJson,
  CATEGORIES,
  type Category,
  checkBattery,
  checkReport,
  factsOfDocuments,
  parseFacts,
} from '../../../src/passport/index.js';
import { inputsOf, memberOf } from '../../../src/passport/attributes/attributes.js';

type Data = Record<string, Record<string, unknown>>;

/** The data of the complete example of a category. */
function example(category: Category): Data {
  const path = new URL(`../../../examples/passport/${category}/battery.json`, import.meta.url);
  return JSON.parse(readFileSync(path, 'utf8')) as Data;
}

function checked(category: Category, data: Data): ReturnType<typeof checkBattery> {
  const content = Buffer.from(JSON.stringify(data));
  const parsing = parseFacts({ kind: 'BATTERY_DATA', mimeType: 'application/json', content });
  if (!parsing.ok) throw new Error(parsing.problems[0]?.message);
  return checkBattery(category, factsOfDocuments(parsing.facts));
}

test.each(CATEGORIES)('the example of %s is complete', (category) => {
  const check = checked(category, example(category));
  expect(check).toMatchObject({ category, missing: [], implausible: [], score: 100, passportRequired: true });
  expect(check.present).toBe(check.mandatory);
});

test.each(['ev', 'stationary'] as const)('each mandatory attribute of %s is missed when it is left out', (category) => {
  for (const attribute of inputsOf(category)) {
    const data = example(category);
    delete data[attribute.section]?.[memberOf(attribute)];
    const { missing, implausible } = checked(category, data);
    const paths = missing.map(({ field }) => field);
    expect(implausible, attribute.path).toEqual([]);
    if (attribute.obligations[category] === 'mandatory') expect(paths).toContain(attribute.path);
    else expect(paths.every((path) => attributeAt(path)?.computed?.from.includes(attribute.path))).toBe(true);
  }
});

test('long lists fit, and lists that do not fit are named before anything is stored', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'casparian-long-lists-'));
  const withMaterials = async (count: number): Promise<unknown> => {
    const data = example('stationary');
    const [material] = data['materials']?.['battery_materials'] as [Record<string, unknown>];
    const many = Array.from({ length: count }, (_, index) => ({
      ...material,
      name: `Lithium iron phosphate ${index}`,
      mass: 0.01,
    }));
    Object.assign(data['materials'] ?? {}, { battery_materials: many });
    writeFileSync(join(folder, 'battery.json'), JSON.stringify(data));
    return checkPassportPath(join(folder, 'battery.json'), 'stationary');
  };
  try {
    expect(await withMaterials(20)).toMatchObject({ check: { missing: [], implausible: [] } });
    await expect(withMaterials(400)).rejects.toMatchObject({
      ...{ code: 'PROOF_TOO_LARGE', message: expect.stringContaining('the limit is 262144') as string },
      why: expect.stringContaining('materials.battery_materials (400 items)') as string,
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('without data, everything is missing', () => {
  const { mandatory, present, missing, implausible, score, passportRequired } = checked('ev', {});
  expect({ mandatory, present, missing: missing.length, implausible, score, passportRequired }).toEqual({
    ...{ mandatory: 70, present: 0, missing: 70, implausible: [], score: 0, passportRequired: undefined },
  });
});

test.each<[field: string, section: string, changes: Record<string, unknown>, reason: RegExp]>([
  ['footprint.per_functional_unit', 'footprint', { production_footprint: 20 }, /stages must add up/],
  ['circularity.pre_consumer_cobalt', 'circularity', { pre_consumer_cobalt: 90 }, /cobalt must not exceed 100 %/],
  ['performance.nominal_voltage', 'performance', { nominal_voltage: 500 }, /between the minimum and the maximum/],
  ['performance.idle_temperature_minimum', 'performance', { idle_temperature_minimum: 70 }, /below the upper one/],
  ['performance.rated_energy', 'performance', { rated_energy: 20 }, /about the rated capacity times/],
  [
    'performance.remaining_capacity',
    'performance',
    { remaining_capacity: { at: '2027-06-30T06:00:00Z', value: 300 } },
    /exceed the rated/,
  ],
  ['identification.warranty_until', 'identification', { warranty_until: '2020-01' }, /must end after/],
  [
    'identification.battery_identifier',
    'identification',
    { battery_identifier: '(01)04012345000008(21)1' },
    /check digit/,
  ],
  ['identification.mass', 'identification', { mass: 1 }, /must not weigh more/],
  ['identification.mass', 'identification', { mass: 'heavy' }, /quantity/],
  ['identification.mass', 'identification', { mass: -1 }, /between 0.01 and 100000 kg/],
  ['identification.category', 'identification', { category: 'lmt' }, /for batteries of the category ev/],
  ['identification.status', 'identification', { status: 'New' }, /one of Original/],
  ['identification.manufacturing_date', 'identification', { manufacturing_date: '2027-02-30' }, /a month or a day/],
  [
    'materials.chemistry',
    'materials',
    { chemistry: { short_name: 'NiCd', clear_name: 'Nickel cadmium' } },
    /elements of the chemistry/,
  ],
  [
    'performance.state_of_charge',
    'performance',
    { state_of_charge: { at: 'yesterday', value: 5 } },
    /at must be a time/,
  ],
  [
    'performance.state_of_charge',
    'performance',
    { state_of_charge: { at: '2027-06-30T06:00:00Z', value: 101 } },
    /value must be between 0 and 100 pct/,
  ],
  ['footprint.study', 'footprint', { study: 'see our web site' }, /a link/],
])('%s: an implausible value is found', (field, section, changes, reason) => {
  const data = example('ev');
  Object.assign(data[section] as object, changes);
  const { missing, implausible, score } = checked('ev', data);
  expect(missing).toEqual([]);
  expect(implausible.map((one) => one.reason).join('\n')).toMatch(reason);
  const [name] = field.split('.').slice(-1);
  const concerned = implausible.flatMap((one) => [one.field, ...one.with]).join(' ');
  expect(concerned).toContain(name);
  expect(score).toBeLessThan(100);
});

test('several mistakes are found at once, each one once', () => {
  const data = example('ev');
  Object.assign(data['performance'] as object, { rated_capacity: -5, minimum_voltage: 'low' });
  const { implausible } = checked('ev', data);
  expect(implausible.map(({ field }) => field)).toEqual(['performance.rated_capacity', 'performance.minimum_voltage']);
});

test('the obligation begins on 18 February 2027, and small industrial batteries have none', () => {
  const required = (category: Category, section: string, changes: Record<string, unknown>): boolean | undefined => {
    const data = example(category);
    Object.assign(data[section] as object, changes);
    return checked(category, data).passportRequired;
  };
  expect(required('ev', 'identification', { manufacturing_date: '2027-02-17' })).toBe(false);
  expect(required('ev', 'identification', { manufacturing_date: '2027-02-18' })).toBe(true);
  expect(required('ev', 'identification', { manufacturing_date: '2027-02' })).toBe(true);
  expect(required('lmt', 'identification', { manufacturing_date: '2026-12', put_into_service: '2027-03' })).toBe(true);
  expect(required('industrial', 'performance', { rated_energy: 1.9, rated_capacity: 37 })).toBe(false);
});

test('the JSON has the names that programs expect', () => {
  const data = example('ev');
  delete data['identification']?.['mass'];
  const json = batteryCheckJson(checked('ev', data));
  expect(json).toMatchObject({
    category: 'ev',
    mandatory: 70,
    present: 69,
    implausible: [],
    score: 98,
    passport_required: true,
  });
  expect(json['missing']).toEqual([
    expect.objectContaining({
      attribute: 'Battery mass',
      din: '6.1.3.6',
      legal_basis: 'Annex XIII (1a); Annex VI Part A (5)',
      access: 'public',
      reason: 'there is no value',
    }),
  ]);
});

test('a misspelt attribute rejects the document', () => {
  const content = Buffer.from(
    '{"performance": {"rated_capacty": 5}, "materials": {"chemistry": {"shortname": "NMC"}}}',
  );
  const parsing = parseFacts({ kind: 'BATTERY_DATA', mimeType: 'application/json', content });
  expect(parsing).toMatchObject({
    ok: false,
    problems: [
      {
        message: 'performance.rated_capacty is not an attribute. Did you mean rated_capacity?',
        pointer: '/performance/rated_capacty',
      },
      { message: 'chemistry.shortname is not an attribute. Did you mean short_name?' },
    ],
  });
});

test('the report to print groups what is missing by who has to supply it', () => {
  const { performance: _performance, ...rest } = example('ev');
  const check = checked('ev', { ...rest, identification: { ...rest['identification'], mass: -1 } });
  const page = checkReport(check, { subject: 'my <battery>', files: ['battery.json'], date: '2027-03-14' });
  expect(page).toContain('my &lt;battery&gt; · category ev · 2027-03-14');
  expect(page).toContain(`<b>${check.score} %</b>`);
  expect(page).toMatch(/Implausible values <span>1<\/span>/);
  expect(page).toMatch(/Missing, to be supplied by: manufacturer \(Art\. 10\) <span>\d+<\/span>/);
  for (const { attribute, legalBasis, source } of check.missing) {
    expect(page).toContain(attribute);
    expect(page).toContain(legalBasis);
    expect(page).toContain(source);
  }
  expect(page).not.toMatch(/<script|https?:/);
});
