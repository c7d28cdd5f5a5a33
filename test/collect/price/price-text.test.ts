import { describe, expect, test } from 'vitest';
import { decimalPrice, parsePrice } from '../../../src/collect/price/price-text.js';

const ANY = { decimal: null } as const;

describe('a price is read exactly', () => {
  test.each([
    ['1.234,56 €', null, 123_456, 'EUR'],
    ['$1,234.50', 'USD', 123_450, 'USD'],
    ['US$1,234.50', null, 123_450, 'USD'],
    ['USD 12', null, 1_200, 'USD'],
    ['12 EUR', null, 1_200, 'EUR'],
    ['12.–', 'CHF', 1_200, 'CHF'],
    ['12,-', 'EUR', 1_200, 'EUR'],
    ["CHF 1'234.50", null, 123_450, 'CHF'],
    ['1 234,50 zł', null, 123_450, 'PLN'],
    ['1\u202f234,50\u00a0€', null, 123_450, 'EUR'],
    ['¥1,234', 'JPY', 1_234, 'JPY'],
    ['1.234 KWD', null, null, null],
    ['1.2345 KWD', null, null, null],
    ['12.345 KWD', null, null, null],
    ['0.345 KWD', null, 345, 'KWD'],
    ['1,234.567 KWD', null, 1_234_567, 'KWD'],
    ['£12.5', null, 1_250, 'GBP'],
    ['1,234,567', 'USD', 123_456_700, 'USD'],
    ['1234.500', 'USD', 123_450, 'USD'],
    // As a decimal it would have a tenth of a cent, so it has only one reading.
    ['1,234', 'USD', 123_400, 'USD'],
    ['90071992547409.91', 'USD', Number.MAX_SAFE_INTEGER, 'USD'],
  ])('%s', (text, currency, cents, expected) => {
    const outcome = parsePrice(text, currency, ANY);
    if (cents === null) expect(outcome).toHaveProperty('type');
    else expect(outcome).toEqual({ cents, currency: expected });
  });

  test('with a declared decimal mark, there is one reading', () => {
    expect(parsePrice('1.500 €', null, { decimal: ',' })).toEqual({ cents: 150_000, currency: 'EUR' });
    expect(parsePrice('1.500 €', null, { decimal: '.' })).toEqual({ cents: 150, currency: 'EUR' });
  });

  test.each([
    ['1.500 €', null, 'price', 'invalid_decimal', /two ways/],
    ['$12', null, 'currency', 'not_in_enum', /USD, CAD/],
    ['12', null, 'currency', 'null_required', /no value/],
    ['€ 12', 'USD', 'currency', 'not_in_enum', /written in €/],
    ['12', 'XXX', 'currency', 'not_in_enum', /ISO 4217/],
    ['12.34', 'JPY', 'price', 'too_precise', /JPY/],
    ['0.123', 'EUR', 'price', 'too_precise', /EUR/],
    ['-12', 'EUR', 'price', 'below_minimum', /negative/],
    ['12 - 15', 'EUR', 'price', 'invalid_decimal', /not a price/],
    ['from 12', 'EUR', 'price', 'invalid_decimal', /not a price/],
    ['1.23,45', 'EUR', 'price', 'invalid_decimal', /not a price/],
    ['12,34,567', 'EUR', 'price', 'invalid_decimal', /not a price/],
    ['Make offer', 'EUR', 'price', 'invalid_decimal', /not a price/],
    ['90071992547409.92', 'USD', 'price', 'out_of_range', /too large/],
    ['', 'EUR', 'price', 'null_required', /no value/],
  ])('%s is a problem, not a guess', (text, currency, column, type, message) => {
    const outcome = parsePrice(text, currency, ANY);
    expect(outcome).toMatchObject({ column, type });
    expect((outcome as { message: string }).message).toMatch(message);
  });
});

test('a number of JSON has a known notation', () => {
  expect(decimalPrice('1.500', 'EUR')).toEqual({ cents: 150, currency: 'EUR' });
  expect(decimalPrice('0.1', 'EUR')).toEqual({ cents: 10, currency: 'EUR' });
  expect(decimalPrice('1.234', 'EUR')).toMatchObject({ type: 'too_precise' });
  expect(decimalPrice('12', 'JPY')).toEqual({ cents: 12, currency: 'JPY' });
});
