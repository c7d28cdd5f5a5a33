import { expect, test } from 'vitest';
import { cjsonBytes } from '../../../src/platform/index.js';
import {
  attributeAt,
  ATTRIBUTES,
  AUDIENCES,
  type Excerpt,
  excerptBytes,
  makeExcerpt,
  maySee,
  requireAudience,
  verifyExcerpt,
} from '../../../src/passport/index.js';
import { compiledExample } from '../exports/compiled-example.js';

const seen = (audience: (typeof AUDIENCES)[number]): number =>
  ATTRIBUTES.filter(({ path }) => maySee(audience, path)).length;

test('each audience sees the parts of Annex XIII that are meant for it', () => {
  expect(AUDIENCES.map((audience) => [audience, seen(audience)])).toEqual([
    ['public', 60],
    ['legitimate_interest', 92],
    ['commission', 66],
    ['authorities', 66],
  ]);
  expect(maySee('public', 'my_own.field')).toBe(false);
  expect(() => requireAudience('everybody')).toThrow(/not an audience/);
});

test.each(AUDIENCES)('an excerpt for %s verifies against the signature of the whole passport', async (audience) => {
  const example = await compiledExample('ev');
  const bytes = excerptBytes(makeExcerpt(example, audience));
  expect(verifyExcerpt(bytes, example.publicKey)).toMatchObject({ ok: true });
  expect(verifyExcerpt(bytes, Buffer.alloc(32, 1)).ok).toBe(false);
});

test('an excerpt that was changed in any way does not verify', async () => {
  const original = makeExcerpt(await compiledExample('ev'), 'public');
  const changes: ((excerpt: Mutable) => void)[] = [
    (excerpt) => (shown(excerpt, 'identification.mass').value = { unit: 'kg', value: '1.000000' }),
    (excerpt) => (shown(excerpt, 'identification.mass').path = 'identification.masse'),
    (excerpt) => excerpt.fields.splice(3, 1),
    (excerpt) => excerpt.fields.reverse(),
    (excerpt) => (excerpt.root_id += 1),
    (excerpt) => (excerpt.receipt['issued_at'] = '2027-01-01T00:00:00.000000Z'),
    (excerpt) => (excerpt.public_key = Buffer.alloc(32, 3).toString('base64')),
    (excerpt) => (excerpt.audience = 'nobody'),
  ];
  for (const change of changes) {
    const copy = structuredClone(original) as unknown as Mutable;
    change(copy);
    expect(verifyExcerpt(cjsonBytes(copy)).ok, change.toString()).toBe(false);
  }
  for (const garbage of ['', 'null', '[]', '{"excerpt_version":"BPC-EXCERPT-1"}', '\u0000']) {
    expect(verifyExcerpt(Buffer.from(garbage)).ok).toBe(false);
  }
});

test('an excerpt for the public that shows more than the public may see does not verify', async () => {
  const excerpt = { ...makeExcerpt(await compiledExample('ev'), 'legitimate_interest'), audience: 'public' as const };
  const { checks } = verifyExcerpt(excerptBytes(excerpt));
  expect(checks.filter(({ ok }) => !ok).map(({ name }) => name)).toEqual(['audience']);
});

test('hidden values are salted: the same value in another passport has another hash', async () => {
  const hidden = async (category: 'ev' | 'industrial'): Promise<string[]> =>
    makeExcerpt(await compiledExample(category), 'public').fields.flatMap((field) =>
      'hash' in field ? [field.hash] : [],
    );
  const [ev, industrial] = [await hidden('ev'), await hidden('industrial')];
  expect(ev.length).toBeGreaterThan(20);
  expect(ev.filter((hash) => industrial.includes(hash))).toEqual([]);
});

test('every field of the default rules has a tier, except for the salt', async () => {
  const { fields } = makeExcerpt(await compiledExample('stationary'), 'legitimate_interest');
  const paths = fields.flatMap((field) => ('path' in field ? [field.path] : []));
  expect(
    paths.filter((path) => attributeAt(path) === undefined && !/^(?:plausibility|obligation)\./.test(path)),
  ).toEqual([]);
  expect(fields.length - paths.length).toBe(2);
});

interface Mutable {
  fields: Excerpt['fields'][number][];
  root_id: number;
  receipt: Record<string, string>;
  public_key: string;
  audience: string;
}

function shown(excerpt: Mutable, path: string): { path: string; value: unknown } {
  return excerpt.fields.find((field) => 'path' in field && field.path === path) as { path: string; value: unknown };
}
