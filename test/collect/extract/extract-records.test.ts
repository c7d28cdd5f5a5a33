import { expect, test } from 'vitest';
import { extractPage } from '../../../src/collect/extract/extract-page.js';
import { parseExtraction } from '../../../src/collect/extract/parse-extraction.js';

test('rows of a reader or an adapter are taken by column, with exact decimals', () => {
  const extraction = parseExtraction('records', {
    fields: { price: 'Preis', currency: { value: 'EUR' }, external_id: 'Nr.', title: 'Titel', observed_at: 'Datum' },
  });
  const content = [
    {
      'Nr.': 9007199254740993n,
      Preis: { kind: 'decimal', unscaled: 1250n, scale: 2 },
      Titel: 'Coin',
      Datum: { kind: 'date', days: 20_513 },
    },
    { 'Nr.': 2, Preis: '12,50', Titel: null, Datum: '2026-03-01' },
    { 'Nr.': 3, Preis: null, Titel: 'No price', Datum: '2026-03-01' },
  ];
  const { rows, rejected } = extractPage(extraction, {
    content,
    url: 'https://shop.example/f.csv',
    fetchedAtMs: 0,
    number: 1,
  });
  expect(rows).toMatchObject([
    { externalId: '9007199254740993', priceCents: 1250, title: 'Coin', observedAt: Date.parse('2026-03-01') },
    { externalId: '2', priceCents: 1250, title: null },
  ]);
  expect(rejected).toMatchObject([{ rowNumber: 3, errors: [{ column: 'price', type: 'null_required' }] }]);
});
