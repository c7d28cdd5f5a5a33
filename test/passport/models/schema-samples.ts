import fc from 'fast-check';

type Schema = Readonly<Record<string, unknown>>;

/** Random documents of a JSON schema, as far as the public schemas of data models use it. Members may be absent. */
export function samplesOf(schema: Schema): fc.Arbitrary<unknown> {
  return samples(schema, schema);
}

function samples(schema: Schema, root: Schema): fc.Arbitrary<unknown> {
  const { $ref, allOf, enum: words, properties, items, type, pattern } = schema;
  if (typeof $ref === 'string') return samples(resolved($ref, root), root);
  if (Array.isArray(words)) return fc.constantFrom(...(words as unknown[]));
  if (Array.isArray(allOf)) return samples((allOf as Schema[])[0] ?? {}, root);
  if (properties !== undefined) return members(properties as Record<string, Schema>, root);
  if (items !== undefined) return fc.array(samples(items as Schema, root), { maxLength: 3 });
  if (type === 'string') return texts(pattern);
  if (type === 'boolean') return fc.boolean();
  if (type === 'integer') return fc.integer();
  return fc.double({ noNaN: true, noDefaultInfinity: true });
}

const LONG_PATTERN = 30;

/** The long patterns are those of times, ids and e-mail addresses. Generating texts from them takes seconds. */
function texts(pattern: unknown): fc.Arbitrary<string> {
  if (typeof pattern !== 'string') return fc.oneof(fc.webUrl(), fc.string());
  if (pattern.length < LONG_PATTERN) return fc.stringMatching(new RegExp(pattern));
  return fc.constantFrom('2027-03-14T23:59:59.999+01:00', '-0400-02-29T24:00:00Z', '--12', `urn:uuid:${'0'.repeat(8)}`);
}

function members(properties: Readonly<Record<string, Schema>>, root: Schema): fc.Arbitrary<unknown> {
  const all = Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, samples(one, root)]));
  return fc.record(all, { requiredKeys: [] });
}

function resolved(pointer: string, root: Schema): Schema {
  const steps = pointer.slice('#/'.length).split('/');
  return steps.reduce<Schema>((part, step) => part[decodeURIComponent(step)] as Schema, root);
}
