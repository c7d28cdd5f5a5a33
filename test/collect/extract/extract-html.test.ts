import { describe, expect, test } from 'vitest';
import { extractPage } from '../../../src/collect/extract/extract-page.js';
import { parseExtraction } from '../../../src/collect/extract/parse-extraction.js';

const SPEC = {
  items: 'li.lot',
  empty: '.no-results',
  fields: {
    external_id: '@data-id',
    title: 'a.title',
    url: 'a.title@href',
    price: '.price',
    price_type: { at: '.state', map: { 'Sold for': 'sold' } },
    observed_at: { at: 'time@datetime' },
  },
  pagination: { next: 'a[rel=next]@href' },
};
const LOT = `<li class=lot data-id="7"><a class="title" href="../lot/7?x=1&amp;y=2">Morgan &amp; Peace <b>Dollar</b>&nbsp;1921</a>
  <span class=state>Sold for</span><span class="price">&euro;&#8239;1.234,56<script>steal()</script></span><time datetime="2026-03-01">1 March</time>`;

function extract(html: string, spec: object = SPEC) {
  const content = html;
  return extractPage(parseExtraction('html', spec), {
    content,
    url: 'https://shop.example/a/list',
    fetchedAtMs: 0,
    number: 1,
  });
}

describe('rows of an HTML page', () => {
  test('have decoded text, attributes and absolute links, also with tags that are never closed', () => {
    const { rows, rejected, next } = extract(
      `<ul>${LOT}${LOT.replace('data-id="7"', 'data-id=8')}</ul><a rel=next href="?page=2">more`,
    );
    expect(rejected).toEqual([]);
    expect(rows.map(({ externalId }) => externalId)).toEqual(['7', '8']);
    expect(rows[0]).toMatchObject({
      ...{ title: 'Morgan & Peace Dollar 1921', url: 'https://shop.example/lot/7?x=1&y=2', priceCents: 123_456 },
      ...{ currency: 'EUR', priceType: 'sold', observedAt: Date.parse('2026-03-01') },
    });
    expect(next).toBe('https://shop.example/a/list?page=2');
  });

  test('do not glue the text of neighbouring blocks', () => {
    const spec = { items: 'tr', fields: { price: 'td.p', currency: { value: 'EUR' }, title: '.t' } };
    const { rows } = extract(
      '<table><tr><td class=t><div>Morgan</div><div>Dollar</div></td><td class=p>12</table>',
      spec,
    );
    expect(rows[0]?.title).toBe('Morgan Dollar');
  });

  test('with a class that was renamed are a changed layout', () => {
    expect(extract(LOT.replaceAll('class=lot', 'class=item')).layout?.reason).toBe('no_items');
    expect(extract(LOT.replaceAll('"price"', '"amount"')).layout?.reason).toBe('field_missing');
  });

  test('may be none, if the page says so', () => {
    expect(extract('<p class="no-results">Nothing').layout).toBeNull();
    expect(extract('').layout?.reason).toBe('no_items');
  });
});

test('a selector that cannot be read is refused', () => {
  expect(() => parseExtraction('html', { fields: { price: 'li[' } })).toThrow(/not a CSS selector/);
});

/** CPU time of a page that is made to be slow, in ms. */
function cpuMs(html: string): number {
  const before = process.cpuUsage();
  extract(html);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Generous for a slow machine; quadratic work on 4 MB takes minutes. */
const MOST_CPU_MS = 8_000;
const MEGABYTES = 4 * 1024 * 1024;

describe('a hostile page costs bounded time', () => {
  test.each([
    ['elements that are nested a million deep', '<div>'.repeat(1_000_000)],
    ['items that are nested', '<li class=lot><b>'.repeat(200_000)],
    ['closing tags of a deep page', `${'<div>'.repeat(900)}${'</b>'.repeat(500_000)}`],
    ['megabytes of open brackets', '<'.repeat(MEGABYTES)],
    ['megabytes of one attribute', `<a title="${'x'.repeat(MEGABYTES)}`],
    ['a comment that never ends', `<!--${'-'.repeat(MEGABYTES)}`],
    ['megabytes of entities', '&amp'.repeat(MEGABYTES / 4)],
    ['too many elements', '<i>a</i>'.repeat(310_000)],
    ['a price with megabytes', `<li class=lot><span class=price>${'1'.repeat(MEGABYTES)}`],
  ])('%s', (_, html) => {
    expect(cpuMs(html)).toBeLessThan(MOST_CPU_MS);
  });

  test('and a page with hundreds of tags that were never closed is still read', () => {
    const { rows } = extract(`${'<b>'.repeat(900)}${LOT}`, { ...SPEC, items: ':root' });
    expect(rows).toHaveLength(0);
    expect(extract(`<ul>${LOT}${'<b>'.repeat(900)}x</ul>${LOT}`).rows).toHaveLength(2);
  });
});
