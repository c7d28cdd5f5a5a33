import { expect, test } from 'vitest';
import { valuationExplanation, valuationSummary } from '../../../src/cli/output/valuation-text.js';
import { moneyText } from '../../../src/cli/output/money-text.js';
import { textWidth } from '../../../src/cli/output/text-width.js';
import { valuationJson } from '../../../src/collect/valuation-json.js';
import { valueIntake } from '../../../src/collect/valuation/value-intake.js';
import { inputOf, pointOf } from '../../collect/valuation/valuation-points.js';

const PRICES = [9500, 10_000, 10_200, 9800, 10_500, 10_100, 9900];
const points = [
  ...PRICES.map((priceCents, index) => pointOf({ dedupeKey: `k${index}`, priceCents, ageDays: index * 10 })),
  pointOf({ dedupeKey: 'far', priceCents: 250_000, ageDays: 30 }),
  pointOf({ dedupeKey: 'ask', priceCents: 11_000, ageDays: 1, priceType: 'ask' }),
];
const valuation = valuationJson(valueIntake(inputOf(points)));
const explained = valuationExplanation(valuation, (id) => `source ${id}`, 80).split('\n');

test('the plot fits 80 columns and needs no colour', () => {
  for (const line of explained) expect(textWidth(line)).toBeLessThanOrEqual(80);
  expect(explained.join('\n')).not.toContain('\u001b');
});

test('an outlier is marked at the edge and does not squeeze the others', () => {
  const plot = explained.slice(0, 15);
  expect(plot[0]).toContain('▲');
  // Seven sales between 95 and 105 fill most of the rows.
  expect(plot.filter((line) => line.includes('●')).length).toBeGreaterThanOrEqual(5);
  expect(plot.some((line) => line.includes('━'))).toBe(true);
  expect(plot.filter((line) => line.includes('╌')).length).toBe(2);
});

test('the table gives the reason and weight of every point', () => {
  const rows = explained.filter((line) => /\d{4}-\d{2}-\d{2} {2}(?:sold|ask)/.test(line));
  expect(rows).toHaveLength(9);
  expect(rows.find((line) => line.includes('2,500.00'))).toMatch(/^x .*–.*source one.*outlier/);
  expect(rows.find((line) => line.includes('ask'))).toContain('asked, not sold');
});

test('the summary states value, range, confidence and how it was computed', () => {
  const text = valuationSummary(valuation);
  expect(text).toMatch(/value +99\.00 EUR|value +100\.00 EUR/);
  expect(text).toContain('7 of 9 prices used');
  expect(text).toContain('casparian-valuation-2');
  expect(valuationSummary(valuationJson(valueIntake(inputOf([]))))).toContain('unknown: no usable price');
});

test('money has the decimal places of its currency', () => {
  expect(moneyText(123_456_789, 'EUR')).toBe('1,234,567.89 EUR');
  expect(moneyText(1234, 'JPY')).toBe('1,234 JPY');
  expect(moneyText(5, 'KWD')).toBe('0.005 KWD');
  expect(moneyText(null, 'EUR')).toBe('–');
});
