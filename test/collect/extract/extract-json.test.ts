import { describe, expect, test } from 'vitest';
import { extractPage } from '../../../src/collect/extract/extract-page.js';
import { parseExtraction } from '../../../src/collect/extract/parse-extraction.js';

const SPEC = {
  items: 'results',
  fields: {
    external_id: 'id',
    title: 'title',
    price: 'price.value',
    currency: 'price.currency',
    price_type: 'type',
    observed_at: 'sold_at',
    url: 'link',
  },
};

const FETCHED = Date.parse('2026-06-30T12:00:00Z');
const ROW = {
  id: 7,
  title: 'Coin',
  price: { value: 12.5, currency: 'usd' },
  type: 'Sold',
  sold_at: '2026-03-01',
  link: '/i/7',
};

function page(content: unknown, url = 'https://api.example/search?q=1', number = 1) {
  return {
    content: typeof content === 'string' ? content : JSON.stringify(content),
    url,
    fetchedAtMs: FETCHED,
    number,
  };
}

describe('rows of a JSON response', () => {
  test('have typed values, exact prices and absolute links', () => {
    const { rows, rejected, layout } = extractPage(parseExtraction('json', SPEC), page({ results: [ROW] }));
    expect(rows).toEqual([
      {
        ...{
          rowNumber: 1,
          externalId: '7',
          title: 'Coin',
          url: 'https://api.example/i/7',
          priceCents: 1250,
          currency: 'USD',
        },
        ...{
          priceType: 'sold',
          observedAt: Date.parse('2026-03-01'),
          shippingCents: null,
          lotSize: null,
          bestOffer: false,
        },
        ...{ unsold: false, seller: null, grade: null, matchPerMille: null, attributes: {} },
      },
    ]);
    expect([rejected, layout]).toEqual([[], null]);
  });

  test('keep every digit: no price becomes a binary float', () => {
    const text =
      '{"results":[{"id":9007199254740993,"price":{"value":70368744177664.13,"currency":"USD"},"type":"sold","sold_at":"2026-03-01"},{"id":2,"price":{"value":1.5e1,"currency":"USD"},"type":"sold","sold_at":"2026-03-01"}]}';
    const { rows } = extractPage(parseExtraction('json', SPEC), page(text));
    expect(rows.map(({ externalId, priceCents }) => [externalId, priceCents])).toEqual([
      ['9007199254740993', 7_036_874_417_766_413],
      ['2', 1500],
    ]);
  });

  test.each([
    ['price', { price: { value: 0, currency: 'USD' } }, 'below_minimum'],
    ['price', { price: { value: -5, currency: 'USD' } }, 'below_minimum'],
    ['price', { price: { value: 1.234, currency: 'USD' } }, 'too_precise'],
    ['price', { price: { value: 'call us', currency: 'USD' } }, 'invalid_decimal'],
    ['price', { price: { currency: 'USD' } }, 'null_required'],
    ['currency', { price: { value: 5, currency: 'XYZ' } }, 'not_in_enum'],
    ['currency', { price: { value: 5 } }, 'null_required'],
    ['price_type', { type: 'rented' }, 'not_in_enum'],
    ['price_type', { type: null }, 'null_required'],
    ['observed_at', { sold_at: '31.02.2026' }, 'invalid_datetime'],
    ['observed_at', { sold_at: null }, 'null_required'],
  ])('that break the contract at %s are rejected with the reason', (column, change, type) => {
    const { rows, rejected } = extractPage(
      parseExtraction('json', SPEC),
      page({ results: [ROW, { ...ROW, ...change }] }),
    );
    expect(rows).toHaveLength(1);
    expect(rejected).toHaveLength(1);
    expect(rejected[0]).toMatchObject({ rowNumber: 2, errors: [{ column, type }] });
    expect(JSON.parse(rejected[0]?.rawJson ?? '')).toHaveProperty('title', 'Coin');
  });

  test('are checked against the rules that a source adds', () => {
    const contract = { price: { max: 10 }, title: 'string!', condition: { type: 'string', enum: ['new', 'used'] } };
    const spec = { ...SPEC, fields: { ...SPEC.fields, condition: 'state' } };
    const { rejected } = extractPage(
      parseExtraction('json', spec, contract),
      page({ results: [{ ...ROW, title: null, state: 'old' }] }),
    );
    expect(rejected[0]?.errors.map(({ column, type }) => [column, type])).toEqual([
      ['title', 'null_required'],
      ['price', 'above_maximum'],
      ['condition', 'not_in_enum'],
    ]);
  });

  test('use constants, defaults, patterns, maps and formats', () => {
    const fields = {
      price: { at: 'text', pattern: 'for (.+)$', decimal: ',' },
      currency: { value: 'EUR' },
      price_type: { at: 'state', map: { Verkauft: 'sold', Gebot: 'bid' }, value: 'ask' },
      observed_at: { at: 'when', format: '%d.%m.%Y' },
      lot_size: 'count',
      color: 'color',
    };
    const items = [
      { text: 'sold for 1.500', state: 'verkauft', when: '01.03.2026', count: 2, color: 'red' },
      { text: 'sold for 3', when: '02.03.2026' },
    ];
    const { rows } = extractPage(parseExtraction('json', { fields }), page(items));
    expect(rows[0]).toMatchObject({ priceCents: 150_000, priceType: 'sold', lotSize: 2, attributes: { color: 'red' } });
    expect(rows[1]).toMatchObject({ priceCents: 300, priceType: 'ask', lotSize: null, attributes: {} });
  });

  test('without a time and type are offers of the moment of the request', () => {
    const { rows } = extractPage(parseExtraction('json', { fields: { price: 'p' } }), page([{ p: '12 EUR' }]));
    expect(rows[0]).toMatchObject({ priceType: 'ask', observedAt: FETCHED });
  });

  test('read times with offsets, zones and counts of seconds', () => {
    const at = (sold: unknown, options: object = {}) =>
      extractPage(
        parseExtraction('json', { ...SPEC, fields: { ...SPEC.fields, observed_at: { at: 'sold_at', ...options } } }),
        page({ results: [{ ...ROW, sold_at: sold }] }),
      ).rows[0]?.observedAt;
    expect(at('2026-03-01T10:00:00+02:00')).toBe(Date.parse('2026-03-01T08:00:00Z'));
    expect(at('2026-07-01 10:00', { zone: 'Europe/Berlin' })).toBe(Date.parse('2026-07-01T08:00:00Z'));
    expect(at('2026-07-01', { zone: 'Europe/Berlin' })).toBe(Date.parse('2026-07-01'));
    expect(at(1_772_323_200, { format: 'unix' })).toBe(1_772_323_200_000);
    expect(at(1_772_323_200_000, { format: 'unix_ms' })).toBe(1_772_323_200_000);
  });
});

describe('a changed layout is noticed', () => {
  const layout = (content: unknown, spec: object = SPEC) =>
    extractPage(parseExtraction('json', spec), page(content)).layout?.reason;

  test.each([
    ['the list is at another place', { data: [ROW] }, 'no_items'],
    ['the list is null', { results: null }, 'no_items'],
    ['it is no JSON', '<html>Sorry</html>', 'unreadable'],
    ['no item has a price any more', { results: [{ ...ROW, price: undefined }] }, 'field_missing'],
    ['all rows break the contract', { results: [1, 2, 3].map(() => ({ ...ROW, type: 'SOLD!' })) }, 'all_rows_invalid'],
    ['a search without results is none', { results: [] }, undefined],
    ['a page without results that the spec knows is none', { message: 'nothing found' }, undefined],
  ])('%s', (_, content, expected) => {
    expect(layout(content, { ...SPEC, empty: 'message' })).toBe(expected);
  });

  test('an optional field may be missing everywhere', () => {
    expect(layout({ results: [{ ...ROW, id: undefined }] })).toBeUndefined();
    const spec = { ...SPEC, fields: { ...SPEC.fields, external_id: { at: 'id', required: true } } };
    expect(layout({ results: [{ ...ROW, id: undefined }] }, spec)).toBe('field_missing');
  });
});

test('the preview counts matched and missing fields', () => {
  const { fields } = extractPage(parseExtraction('json', SPEC), page({ results: [ROW, { ...ROW, title: null }] }));
  expect(fields.find(({ field }) => field === 'title')).toEqual({
    ...{ field: 'title', matched: 1, missing: 1, required: false, example: 'Coin' },
  });
  expect(fields.map(({ field }) => field)).toEqual(Object.keys(SPEC.fields));
});

describe('the next page', () => {
  const next = (pagination: object, document: object, url?: string, number?: number) =>
    extractPage(parseExtraction('json', { ...SPEC, pagination }), page({ results: [ROW], ...document }, url, number))
      .next;

  test('is a link', () => {
    expect(next({ next: 'links.next' }, { links: { next: '/search?page=2' } })).toBe(
      'https://api.example/search?page=2',
    );
    expect(next({ next: 'links.next' }, { links: { next: null } })).toBeNull();
  });

  test('of another host, and the same page again, are not followed', () => {
    expect(next({ next: 'next' }, { next: 'https://evil.example/' })).toBeNull();
    expect(next({ next: 'next' }, { next: 'https://api.example/search?q=1#again' })).toBeNull();
  });

  test('is a cursor in a parameter', () => {
    const pagination = { cursor: 'meta.cursor', parameter: 'after' };
    expect(next(pagination, { meta: { cursor: 'a b' } })).toBe('https://api.example/search?q=1&after=a+b');
    expect(next(pagination, { meta: { cursor: 'x' } }, 'https://api.example/search?after=x')).toBeNull();
  });

  test('is a number that counts up until a page is empty', () => {
    expect(next({ page: 'page' }, {})).toBe('https://api.example/search?q=1&page=2');
    expect(next({ page: 'offset', start: 0, step: 50 }, {}, undefined, 3)).toBe(
      'https://api.example/search?q=1&offset=150',
    );
    expect(next({ page: 'page' }, { results: [] })).toBeNull();
  });
});

describe('an extraction that cannot work is refused', () => {
  test.each([
    ['no object', 'text', /must be an object/],
    ['no price', { fields: { title: 'title' } }, /no 'price'/],
    ['an unknown option', { feilds: {}, fields: { price: 'p' } }, /no 'feilds'/],
    ['a misspelt field', { fields: { price: 'p', titel: 't' } }, /'titel' is not a field/],
    ['a path that ends in a point', { fields: { price: 'a.' } }, /has a path/],
    ['a pattern', { fields: { price: { at: 'p', pattern: '(' } } }, /regular expression/],
    ['a format', { fields: { price: 'p', observed_at: { at: 'd', format: 'DD.MM.YYYY' } } }, /format/],
    ['a zone', { fields: { price: 'p', observed_at: { at: 'd', zone: 'Mars' } } }, /zone/],
    ['a field without a place', { fields: { price: {} } }, /needs 'at' or 'value'/],
    ['a cursor without a parameter', { fields: { price: 'p' }, pagination: { cursor: 'c' } }, /parameter/],
  ])('%s', (_, spec, message) => {
    expect(() => parseExtraction('json', spec)).toThrow(message);
  });
});
