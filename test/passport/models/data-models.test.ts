import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Audience,
  AUDIENCES,
  CATEGORIES,
  type Category,
  EXPORT_FORMATS,
  importFacts,
  importJson,
  localSigner,
  maySee,
  parseFacts,
  readEd25519Key,
  type Signer,
} from '../../../src/passport/index.js';
import { BATTERY_PASS } from '../../../src/passport/models/battery-pass/battery-pass.js';
import { asRead, modelText } from '../../../src/passport/models/mapping/model-json.js';
import { writeModel } from '../../../src/passport/models/mapping/write-model.js';
import { exampleView } from '../exports/compiled-example.js';
import { ajvErrors, aspectSchema, catenaXSchema, hasPython, publicFile, publicJson, pythonErrors } from './schemas.js';
import { samplesOf } from './schema-samples.js';

type Json = Record<string, unknown>;

const ASPECTS = [
  ...['GeneralProductInformation', 'CarbonFootprintForBatteries', 'Circularity', 'Labeling'],
  ...['MaterialComposition', 'PerformanceAndDurability', 'SupplyChainDueDiligence'],
];

async function exported(format: string, category: Category, audience: Audience): Promise<Json> {
  const bytes = await EXPORT_FORMATS[format]?.make(await exampleView(category, audience), () => {
    throw new Error('a data model is not signed');
  });
  return JSON.parse(String(bytes)) as Json;
}

interface Annotation {
  readonly omitted: readonly { readonly member: string; readonly reason: string }[];
  readonly supplement: Json;
}

describe('the public samples of Battery Pass', () => {
  test.each(ASPECTS)('%s becomes facts and the same file again', (aspect) => {
    const name = `battery-pass/${aspect}-payload.json`;
    const { facts, unmapped } = importFacts([{ name, content: publicFile(name) }], 'batterypass');
    expect(unmapped).toEqual([]);
    const values = new Map(
      facts.flatMap(({ factKey, payload }) =>
        Object.entries(payload).map(([member, value]) => [`${factKey}.${member}`, value] as const),
      ),
    );
    const { document, supplement } = writeModel(BATTERY_PASS, values, {});
    expect(JSON.parse(modelText(document[aspect] ?? ''))).toEqual(publicJson(name));
    expect(Object.keys(document)).toEqual([aspect]);
    expect([...supplement]).toEqual([]);
  });

  test('all of them are one passport', () => {
    const files = ASPECTS.map((aspect) => `battery-pass/${aspect}-payload.json`);
    const { facts, unmapped } = importFacts(
      files.map((name) => ({ name, content: publicFile(name) })),
      'batterypass',
    );
    expect(unmapped).toEqual([]);
    expect(facts.flatMap(({ payload }) => Object.keys(payload))).toHaveLength(77);
  });
});

describe.each(CATEGORIES)('the example of %s', (category) => {
  test.each(AUDIENCES)('comes back from its Battery Pass and Catena-X files for %s', async (audience) => {
    const path = new URL(`../../../examples/passport/${category}/battery.json`, import.meta.url);
    const parsing = parseFacts({ kind: 'BATTERY_DATA', mimeType: 'application/json', content: readFileSync(path) });
    if (!parsing.ok) throw new Error('the example cannot be read');
    const expected = parsing.facts.map(({ factType, factKey, payload }) => ({
      ...{ factType, factKey },
      payload: Object.fromEntries(
        Object.entries(payload).filter(([member]) => member !== 'salt' && maySee(audience, `${factKey}.${member}`)),
      ),
    }));
    for (const format of ['batterypass', 'catenax']) {
      const file = Buffer.from(JSON.stringify(await exported(format, category, audience)));
      const { facts, unmapped } = importFacts([{ name: format, content: file }], format);
      const back = facts.map(({ factType, factKey, payload }) => ({ factType, factKey, payload }));
      expect(unmapped.filter(({ reason }) => !reason.includes('computed'))).toEqual([]);
      expect(sorted(back)).toEqual(sorted(expected.filter(({ payload }) => Object.keys(payload).length > 0)));
    }
  });
});

function sorted(facts: readonly { factType: string; factKey: string }[]): unknown[] {
  return facts.toSorted((a, b) => `${a.factType}${a.factKey}`.localeCompare(`${b.factType}${b.factKey}`));
}

test('a Catena-X file names the earlier passport of the battery, or the dummy of the data model', async () => {
  const view = await exampleView('ev', 'public');
  const predecessorOf = async (predecessorId?: string): Promise<unknown> => {
    const bytes = await EXPORT_FORMATS['catenax']?.make({ ...view, predecessorId }, () => {
      throw new Error('a data model is not signed');
    });
    return (JSON.parse(String(bytes)) as { metadata: Json }).metadata['predecessor'];
  };
  expect(await predecessorOf()).toBe('urn:uuid:00000000-0000-0000-0000-000000000000');
  const id = '0190a0b0-0000-7000-8000-000000000009';
  expect(await predecessorOf(id)).toBe(`urn:uuid:${id}`);
});

describe('the public schemas', () => {
  const combinations = CATEGORIES.flatMap((category) => AUDIENCES.map((audience) => [category, audience] as const));

  test.skipIf(!hasPython)(
    'both validators accept every file, except for members that the file lists as omitted',
    async () => {
      const jobs: { title: string; schema: Json; value: unknown; omitted: string[] }[] = [];
      for (const [category, audience] of combinations) {
        const pass = await exported('batterypass', category, audience);
        const { omitted } = pass['casparian'] as Annotation;
        for (const aspect of ASPECTS) {
          const prefix = `/${aspect}`;
          const own = omitted.flatMap(({ member }) =>
            member.startsWith(`${prefix}/`) ? [member.slice(prefix.length)] : [],
          );
          jobs.push({
            title: `${category} ${audience} ${aspect}`,
            schema: aspectSchema(aspect),
            value: pass[aspect],
            omitted: own,
          });
        }
        const catena = await exported('catenax', category, audience);
        const members = (catena['casparian'] as Annotation).omitted.map(({ member }) => member);
        jobs.push({
          title: `${category} ${audience} Catena-X`,
          schema: catenaXSchema(),
          value: catena,
          omitted: members,
        });
      }
      const python = pythonErrors(jobs);
      for (const [index, { title, schema, value, omitted }] of jobs.entries()) {
        const allowed = omitted.map((member) => `missing ${member}`).sort();
        expect([...new Set(ajvErrors(schema, value))].sort(), title).toEqual(allowed);
        expect(python[index], title).toEqual(allowed);
      }
    },
  );

  test('aspects of which an audience sees everything are valid without exceptions', async () => {
    const complete = async (category: Category, audience: Audience): Promise<string[]> => {
      const pass = await exported('batterypass', category, audience);
      return ASPECTS.filter((aspect) => ajvErrors(aspectSchema(aspect), pass[aspect]).length === 0);
    };
    expect(await complete('ev', 'public')).toEqual(['CarbonFootprintForBatteries', 'SupplyChainDueDiligence']);
    expect(await complete('stationary', 'legitimate_interest')).toEqual(
      ASPECTS.filter((aspect) => aspect !== 'Labeling' && aspect !== 'PerformanceAndDurability'),
    );
    expect(await complete('ev', 'authorities')).toContain('Labeling');
  });
});

describe('an import', () => {
  const text = (value: unknown): { name: string; content: Buffer } => ({
    name: 'file.json',
    content: Buffer.from(JSON.stringify(value)),
  });

  test('reads numbers in quotes, other spellings, parts and single items without brackets', () => {
    const { facts, unmapped } = importFacts(
      [
        text({
          performance: { batteryTechnicalProperties: { ratedCapacity: '198.50', nominalVoltage: 382, cRate: null } },
          general_product_information: { warrantyPeriod: '--06', batteryMass: '4.526e2' },
          Circularity: { safetyMeasures: { extinguishingAgent: 'Water' } },
        }),
      ],
      'batterypass',
    );
    expect(unmapped).toEqual([]);
    expect(Object.assign({}, ...facts.map(({ payload }) => payload))).toEqual({
      rated_capacity: { unit: 'Ah', value: '198.50' },
      nominal_voltage: { unit: 'V', value: '382' },
      warranty_until: '--06',
      mass: { unit: 'kg', value: '452.6' },
      extinguishing_agents: ['Water'],
    });
  });

  test('lists what it cannot map, with the place and the reason', () => {
    const { unmapped } = importFacts(
      [
        text({
          GeneralProductInformation: { batteryMass: 1, colour: 'red', manufacturerInformation: 'Nordlys' },
          Circularity: { recycledContent: [{ recycledMaterial: 'Copper', preConsumerShare: 1 }] },
        }),
      ],
      'batterypass',
    );
    expect(unmapped).toEqual([
      { path: '/GeneralProductInformation/colour', reason: 'the data model has no such member', value: 'red' },
      {
        path: '/GeneralProductInformation/manufacturerInformation',
        reason: 'an object is expected here',
        value: 'Nordlys',
      },
      {
        path: '/Circularity/recycledContent/0',
        reason: 'recycledMaterial must be one of Cobalt, Nickel, Lithium, Lead',
        value: { recycledMaterial: 'Copper', preConsumerShare: 1 },
      },
    ]);
  });

  test.each([
    ['[1, 2', /is not JSON/],
    ['{"some": "thing"}', /No attribute of a passport was found/],
    ['"text"', /No attribute of a passport was found/],
    ['{"credentialSubject": {}}', /credential cannot be imported/],
  ])('refuses %s', (content, message) => {
    const format = content.includes('credential') ? 'vc' : 'batterypass';
    expect(() => importFacts([{ name: 'file.json', content: Buffer.from(content) }], format)).toThrow(message);
    expect(() => importFacts([{ name: 'file.json', content: Buffer.from(content) }], 'pdf')).toThrow(/not a format/);
  });

  test('reads our credential, and refuses one that was changed', async () => {
    const key = readEd25519Key(Buffer.alloc(32, 7).toString('base64'));
    const signer = (): Promise<Signer> => Promise.resolve(localSigner('dev-key-1', key));
    const bytes = await EXPORT_FORMATS['vc']?.make(await exampleView('ev', 'legitimate_interest'), signer);
    const { facts, unmapped } = importFacts([{ name: 'pass.vc.json', content: bytes as Buffer }], 'vc');
    const condition = facts.find(({ factType, factKey }) => factType === 'Condition' && factKey === 'performance');
    expect(condition?.payload['state_of_charge']).toEqual({
      at: '2027-06-30T06:00:00Z',
      value: { unit: 'pct', value: '64.5' },
    });
    expect(new Set(unmapped.map(({ reason }) => reason))).toEqual(new Set(['it is computed from other attributes']));
    const changed = Buffer.from(String(bytes).replace('"64.500000"', '"99.500000"'));
    expect(() => importFacts([{ name: 'pass.vc.json', content: changed }], 'vc')).toThrow(/cannot be imported/);
  });

  test('reads Catena-X in any order, and units of mass', () => {
    const { facts } = importFacts(
      [
        text({
          characteristics: {
            warranty: { lifeValue: 8, lifeUnit: 'unit:year' },
            physicalDimension: { weight: { value: 2.5, unit: 'unit:gram' } },
          },
          operation: { manufacturer: { manufacturer: 'BPNL0123456789ZZ', manufacturingDate: '2027-03-14' } },
        }),
      ],
      'catenax',
    );
    expect(Object.assign({}, ...facts.map(({ payload }) => payload))).toEqual({
      warranty_until: '2035-03',
      mass: { unit: 'kg', value: '0.0025' },
      manufacturer: { identifier: 'BPNL0123456789ZZ' },
      manufacturing_date: '2027-03-14',
    });
    expect(asRead('text')).toBe('text');
    expect(importJson({ facts: [], unmapped: [], sections: {} })).toEqual({ facts: [], unmapped: [] });
  });

  test('reads what other tools put around a data model, and JSON-LD', () => {
    const aspect = { batteryMass: 12.5, productIdentifier: 'P-1', colour: 'red' };
    const iri = 'urn:samm:io.BatteryPass.GeneralProductInformation:1.2.0#';
    const linked = Object.fromEntries(
      Object.entries(aspect).map(([name, value]) => [`${iri}${name}`, [{ '@value': value }]]),
    );
    const forms: [unknown, string][] = [
      [aspect, ''],
      [{ issuer: 'did:x', credentialSubject: { GeneralProductInformation: aspect } }, '/credentialSubject'],
      [{ passportId: 1, aspects: { generalProductInformation: { version: 2, payload: aspect } } }, '/aspects'],
      [{ batteryPassport: [{ generalProductInformation: aspect }] }, '/batteryPassport/0'],
      [
        {
          '@context': 'https://example.org',
          '@type': 'X',
          'bp:batteryMass': 12.5,
          'bp:productIdentifier': 'P-1',
          'bp:colour': 'red',
        },
        '',
      ],
      [[linked], ''],
      [{ '@graph': [{ '@id': 'urn:x', ...linked }] }, ''],
    ];
    for (const [form, place] of forms) {
      const { facts, unmapped } = importFacts([text(form)], 'batterypass');
      expect(Object.assign({}, ...facts.map(({ payload }) => payload)), JSON.stringify(form)).toMatchObject({
        mass: { unit: 'kg', value: '12.5' },
      });
      expect(unmapped.map(({ path }) => path.toLowerCase())).toEqual([
        `${place}/generalProductInformation/colour`.toLowerCase(),
      ]);
    }
    const { facts } = importFacts([text({ submodel: { operation: { intoServiceDate: '1849-78-46' } } })], 'catenax');
    // Values stay as they are: a check judges them.
    expect(facts[0]?.payload).toEqual({ put_into_service: '1849-78-46' });
  });

  test.each([...ASPECTS, 'Catena-X'])('reads every document of the schema of %s', (model) => {
    const [format, schema] = model === 'Catena-X' ? ['catenax', catenaXSchema()] : ['batterypass', aspectSchema(model)];
    fc.assert(
      fc.property(samplesOf(schema), (sample) => {
        try {
          const { facts, unmapped } = importFacts([text(sample)], format);
          expect(facts.length).toBeGreaterThan(0);
          for (const { reason } of unmapped) expect(reason).not.toBe('');
        } catch (error) {
          // A document without any value that a passport has.
          expect(error).toMatchObject({
            code: 'DOCUMENT_REJECTED',
            message: expect.stringContaining('No attribute') as string,
          });
        }
      }),
      { numRuns: 20 },
    );
  });
});
