import { describe, expect, test } from 'vitest';
import { type DocumentKind, parseFacts } from '../../../src/passport/documents/parse-facts.js';
import { sha256Hex } from '../../../src/platform/index.js';

const parse = (kind: DocumentKind, content: unknown, mimeType = 'application/json') =>
  parseFacts({
    kind,
    mimeType,
    content: Buffer.from(typeof content === 'string' ? content : JSON.stringify(content, null, 2)),
  });

function factsOf(kind: DocumentKind, content: unknown, mimeType?: string): unknown[] {
  const parsing = parse(kind, content, mimeType);
  if (!parsing.ok) throw new Error(JSON.stringify(parsing.problems));
  return parsing.facts.map(({ factType, factKey, payloadCanonical, pointer, line }) => [
    factType,
    factKey,
    payloadCanonical.toString(),
    pointer,
    line,
  ]);
}

function problemsOf(kind: DocumentKind, content: unknown, mimeType?: string): unknown[] {
  const parsing = parse(kind, content, mimeType);
  return parsing.ok
    ? []
    : parsing.problems.map(({ message, pointer, line, column }) => [message, pointer, line, column]);
}

const BOM = `{
  "document": "BOM", "schema_version": 1,
  "battery": {"sku": "EV-1", "capacity_kwh": 75.50, "mass_kg": 4.5e2},
  "components": [
    {"part_number": "C-1", "kind": "cell", "quantity": 96, "mass_kg": 3.1,
     "materials": [{"name": "Lithium", "cas": "7439-93-2", "mass_g": 110.25, "critical": true},
                   {"name": "Binder", "recycled_pre_pct": 0, "recycled_post_pct": 12.5}]},
    {"sku": "H-1", "name": "Housing"}
  ]
}`;

describe('a bill of materials', () => {
  test('gives facts of the battery, its components and their materials', () => {
    expect(factsOf('BOM', BOM)).toEqual([
      ['Battery', 'battery:EV-1', '{"capacity_kwh":"75.50","mass_kg":450,"sku":"EV-1"}', '/battery', 3],
      ['BOM', 'bom:EV-1:C-1', expect.stringContaining('"quantity":96'), '/components/0', 5],
      [
        'Material',
        'material:EV-1:C-1:7439-93-2',
        '{"cas":"7439-93-2","critical":true,"mass_g":"110.25","name":"Lithium"}',
        '/components/0/materials/0',
        6,
      ],
      ['Material', 'material:EV-1:C-1:Binder', expect.any(String), '/components/0/materials/1', 7],
      ['BOM', 'bom:EV-1:H-1', '{"name":"Housing","sku":"H-1"}', '/components/1', 8],
    ]);
  });

  test('without a battery, its components are batteries, as in the specification', () => {
    expect(factsOf('BOM', '{"components": [{"sku": "SKU-123", "capacity_kwh": 75.5}, {"sku": "SKU-124"}]}')).toEqual([
      ['Battery', 'battery:SKU-123', '{"capacity_kwh":"75.5","sku":"SKU-123"}', '/components/0', 1],
      ['Battery', 'battery:SKU-124', '{"sku":"SKU-124"}', '/components/1', 1],
    ]);
  });

  test('in CSV, a row without a part number is a battery', () => {
    const csv = 'sku,part_number,mass_kg,quantity,note\nEV-1,,450.0,,12\nEV-1,C-1,3.10,96,\n';
    expect(factsOf('BOM', csv, 'text/csv')).toEqual([
      ['Battery', 'battery:EV-1', '{"mass_kg":"450.0","note":"12","sku":"EV-1"}', undefined, 2],
      ['BOM', 'bom:EV-1:C-1', '{"mass_kg":"3.10","part_number":"C-1","quantity":96,"sku":"EV-1"}', undefined, 3],
    ]);
  });

  test('is rejected with every reason and its place', () => {
    const document = `{"document": "PCF", "schema_version": 2,
  "battery": {"sku": "A:B", "mass_kg": "heavy"},
  "components": [
    {"part_number": 7, "mass_kg": -1},
    {"name": "no id", "materials": [{"cas": "1", "recycled_pre_pct": 100.01}, 5], "quantity": "1e3"},
    {"part_number": "P"}, {"part_number": "P"}]}`;
    expect(problemsOf('BOM', document)).toEqual([
      ['document must be "BOM"', '/document', 1, 14],
      ['schema_version must be 1', '/schema_version', 1, 39],
      ['sku must not contain a colon', '/battery/sku', 2, 22],
      ['mass_kg must be a number', '/battery/mass_kg', 2, 40],
      ['part_number must be text', '/components/0/part_number', 4, 21],
      ['mass_kg must be at least 0', '/components/0/mass_kg', 4, 35],
      ['part_number is missing', '/components/1', 5, 5],
      ['name is missing', '/components/1/materials/0', 5, 37],
      ['recycled_pre_pct must be between 0 and 100', '/components/1/materials/0/recycled_pre_pct', 5, 70],
      ['expected an object', '/components/1/materials/1', 5, 79],
      ['quantity must be a number', '/components/1/quantity', 5, 95],
      ['the document has two facts BOM bom:A:B:P', '/components/3', 6, 27],
    ]);
    expect(problemsOf('BOM', '{"battery": []}')).toEqual([
      ['components is missing', '', 1, 1],
      ['battery must be an object', '/battery', 1, 13],
    ]);
  });
});

describe('a carbon footprint', () => {
  const stages = [
    { stage: 'RawMaterialExtraction', gco2e: 1000 },
    { stage: 'Recycling', gco2e: '-0.25' },
  ];

  test('gives facts of the whole and of its stages', () => {
    expect(factsOf('PCF', { document: 'PCF', sku: 'EV-1', total_gco2e: '999.750', stages })).toEqual([
      ['PCF', 'pcf:EV-1', expect.stringContaining('"total_gco2e":"999.750"'), '', 1],
      ['PCF_STAGE', 'pcf:EV-1:RawMaterialExtraction', '{"gco2e":1000,"stage":"RawMaterialExtraction"}', '/stages/0', 6],
      ['PCF_STAGE', 'pcf:EV-1:Recycling', '{"gco2e":"-0.25","stage":"Recycling"}', '/stages/1', 10],
    ]);
  });

  test('is rejected if its stages do not add up', () => {
    expect(problemsOf('PCF', { sku: 'EV-1', total_gco2e: 999, stages })).toEqual([
      ['total_gco2e is not the sum of the stages', '/total_gco2e', 3, 18],
    ]);
    expect(problemsOf('PCF', { sku: 'E', total_gco2e: 1, stages: [{ stage: 'Use', gco2e: 1 }] })).toEqual([
      [expect.stringMatching(/^stage must be one of Raw/), '/stages/0/stage', 6, 16],
    ]);
  });

  test('in CSV, a row with a stage belongs to the row of its SKU', () => {
    const csv = 'sku;total_gco2e;stage;gco2e\nEV-1;10.5;;\nEV-1;;MainProduction;10\nEV-1;;Distribution;0.5\n';
    expect(factsOf('PCF', csv, 'text/csv; charset=utf-8').map((fact) => (fact as string[])[1])).toEqual([
      'pcf:EV-1',
      'pcf:EV-1:MainProduction',
      'pcf:EV-1:Distribution',
    ]);
    expect(problemsOf('PCF', csv.replace('0.5\n', '0.6\n'), 'text/csv')).toEqual([
      ['total_gco2e is not the sum of the stages', undefined, 2, 6],
    ]);
    expect(problemsOf('PCF', `${csv}EV-2;;Recycling;1\n`, 'text/csv')).toEqual([
      ['no row has the total of this SKU', undefined, 5, 1],
    ]);
  });
});

describe('a due-diligence report', () => {
  test('gives one fact', () => {
    const report = {
      document: 'DD',
      sku: 'EV-1',
      reporting_year: 2026,
      third_party_assurances: [{ scheme: 'RMI', valid_to: '2028-02-29' }],
    };
    expect(factsOf('DUE_DILIGENCE', report)).toEqual([
      ['DueDiligence', 'dd:EV-1', expect.stringContaining('"reporting_year":2026'), '', 1],
    ]);
    expect(factsOf('DUE_DILIGENCE', 'sku,reporting_year\nEV-1,2026\n', 'text/csv')).toEqual([
      ['DueDiligence', 'dd:EV-1', '{"reporting_year":2026,"sku":"EV-1"}', undefined, 2],
    ]);
  });

  test('is rejected with its reasons', () => {
    const report = {
      reporting_year: '2026',
      third_party_assurances: [{ scheme: 1, valid_to: '2026-02-29' }],
      risks: {},
    };
    expect(problemsOf('DUE_DILIGENCE', report).map((problem) => (problem as string[])[0])).toEqual([
      'sku is missing',
      'reporting_year must be an integer',
      'scheme must be text',
      'valid_to must be a date in the form YYYY-MM-DD',
      'risks must be a list',
    ]);
  });
});

describe('any document', () => {
  test('the hash belongs to the canonical bytes', () => {
    const parsing = parse('BOM', BOM);
    if (!parsing.ok) throw new Error('the document was rejected');
    for (const { payloadCanonical, payloadHash } of parsing.facts)
      expect(payloadHash).toBe(sha256Hex(payloadCanonical));
  });

  test('order of members and white space do not change the facts', () => {
    const compact = JSON.stringify(
      JSON.parse(
        BOM.replace('75.50', '"75.50"')
          .replace('3.1,', '"3.1",')
          .replace('110.25', '"110.25"')
          .replace('12.5', '"12.5"'),
      ),
    );
    const hashes = (text: string): unknown => {
      const parsing = parse('BOM', text);
      return parsing.ok && parsing.facts.map((fact) => fact.payloadHash);
    };
    expect(hashes(compact)).toEqual(hashes(BOM));
  });

  test('of an unknown type, the content decides whether it is JSON', () => {
    const isRead = (content: string, mimeType: string): boolean => parse('DUE_DILIGENCE', content, mimeType).ok;
    expect(isRead('{"sku": "A"}', 'application/octet-stream')).toBe(true);
    expect(isRead('\ufeff{"sku": "A"}', 'application/ld+json')).toBe(true);
    expect(isRead('sku\nA\n', '')).toBe(true);
    expect(isRead('{"sku": "A"}', 'text/csv')).toBe(false);
    expect(isRead('sku\nA\n', 'application/json')).toBe(false);
  });

  test.each<[string, DocumentKind, string | Buffer, string]>([
    ['another kind', 'OTHER', '{}', 'no facts are read from a document of the kind OTHER'],
    ['bytes that are not UTF-8', 'BOM', Buffer.from([0x7b, 0xff]), 'the document is not text in UTF-8'],
    ['binary data', 'BOM', 'PK\0\0', 'the document contains the null character: it is not text'],
    ['a list', 'BOM', '[1]', 'the document must be a JSON object'],
    ['a table without rows', 'BOM', 'sku\n', 'the document has no rows'],
    ['100 MB', 'BOM', Buffer.alloc(100_000_000, '['), 'the document has 100000000 bytes, and the limit is 16777216'],
  ])('%s is rejected', (_, kind, content, message) => {
    const parsing = parseFacts({ kind, mimeType: '', content: Buffer.from(content) });
    expect(parsing).toEqual({ ok: false, problems: [expect.objectContaining({ message })] });
  });

  test('a hostile document of the largest size ends in bounded time', { timeout: 30_000 }, () => {
    const size = 16 * 1_024 * 1_024;
    for (const unit of ['[', '{"a":', '[1,', '"', '1', '{"__proto__":1},', '\\']) {
      const content = Buffer.from(unit.repeat(Math.floor(size / unit.length)));
      expect(parseFacts({ kind: 'BOM', mimeType: 'application/json', content }).ok).toBe(false);
    }
  });
});
