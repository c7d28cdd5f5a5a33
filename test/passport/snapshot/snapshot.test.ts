import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { factLookup } from '../../../src/passport/snapshot/fact-lookup.js';
import { sealSnapshot } from '../../../src/passport/snapshot/snapshot.js';
import { sampleFact } from '../sample.js';

const ID = '0190a0b0-0000-7000-8000-000000000004';

describe('BPC-SNAPSHOT-1', () => {
  test('a small snapshot has these bytes', () => {
    const fact = sampleFact('Battery', 'battery:EV-1', { b: 2, a: 1 });
    const { canonical, hash } = sealSnapshot(ID, [fact]);
    expect(canonical.toString()).toBe(
      '{"facts":[{"fact_key":"battery:EV-1","fact_type":"Battery","payload_hash":"43258cff783fe7036d8a43033f830adfc60ec037382473548ac742b888292777"}],"snapshot_id":"0190a0b0-0000-7000-8000-000000000004","snapshot_version":"BPC-SNAPSHOT-1"}',
    );
    expect(hash).toBe('a6cc77984d98a39155f00486275463c4f19b98c99ec57853df07619ef309f60b');
  });

  test('an empty snapshot is valid', () => {
    expect(sealSnapshot(ID, []).canonical.toString()).toContain('"facts":[]');
  });

  test('the order of the facts does not change the bytes; type and key are sorted by UTF-8', () => {
    const facts = ['z', '\uffff', '😀', 'a', 'A'].flatMap((key) =>
      ['B', 'A'].map((type) => sampleFact(type, key, { key })),
    );
    const sealed = sealSnapshot(ID, facts);
    expect(sealed.facts.map(({ factType, factKey }) => factType + factKey)).toEqual(
      ['A', 'B'].flatMap((type) => ['A', 'a', 'z', '\uffff', '😀'].map((key) => type + key)),
    );
    fc.assert(
      fc.property(fc.shuffledSubarray(facts, { minLength: facts.length }), (shuffled) => {
        expect(sealSnapshot(ID, shuffled).canonical).toEqual(sealed.canonical);
      }),
    );
  });

  test('two facts with one type and key are refused', () => {
    const facts = [sampleFact('PCF', 'pcf:A', { a: 1 }), sampleFact('PCF', 'pcf:A', { a: 2 })];
    expect(() => sealSnapshot(ID, facts)).toThrow('the snapshot has two facts PCF pcf:A');
    expect(() => sealSnapshot(ID, facts)).toThrow(expect.objectContaining({ code: 'VALIDATION_ERROR' }));
  });
});

describe('the facts of a snapshot', () => {
  const lookup = factLookup(
    sealSnapshot(ID, [
      sampleFact('BOM', 'bom:A:2', { n: 2 }),
      sampleFact('BOM', 'bom:A:10', { n: 12345678901234567890n }),
      sampleFact('BOM', 'bom:B:1', { n: 3 }),
      sampleFact('PCF', 'bom:A:1', { n: 4 }),
    ]),
  );

  test('are found by type and key, with exact numbers', () => {
    expect(lookup.find('BOM', 'bom:A:10')).toMatchObject({ key: 'bom:A:10', payload: { n: 12345678901234567890n } });
    expect(lookup.find('PCF', 'bom:A:10')).toBeUndefined();
    expect(lookup.find('X', 'bom:A:10')).toBeUndefined();
  });

  test('are found by the beginning of their key, in order', () => {
    expect(lookup.withPrefix('BOM', 'bom:A:').map(({ key }) => key)).toEqual(['bom:A:10', 'bom:A:2']);
    expect(lookup.withPrefix('BOM', '')).toHaveLength(3);
    expect(lookup.withPrefix('X', '')).toEqual([]);
  });
});
