import fc from 'fast-check';
import { exactJson } from '../../../src/platform/index.js';

/** Texts of run specs, always the same ones: all fields, all kinds of numbers and characters, spread over lines or not. */
export function randomSpecs(count: number): string[] {
  return fc.sample(text, { seed: 4, numRuns: count });
}

const wellFormed = fc.string({ unit: 'binary', maxLength: 8 }).map((string) => string.replaceAll('\0', ''));
/** Halves of surrogate pairs and null characters too. */
const anyString = fc
  .array(fc.oneof(fc.integer({ min: 0, max: 0xffff }), fc.integer({ min: 0xd800, max: 0xdfff }), fc.nat(0x7f)), {
    maxLength: 6,
  })
  .map((units) => String.fromCharCode(...units));

const number = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
  fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }),
  fc.bigInt({ min: 2n ** 53n - 3n, max: 2n ** 53n + 3n }),
  fc
    .tuple(fc.integer({ min: -999, max: 999 }), fc.integer({ min: -30, max: 30 }))
    .map(([digits, power]) => digits * 10 ** power),
);
const payload = fc.letrec((tie) => ({
  any: fc.oneof({ maxDepth: 4 }, number, anyString, fc.boolean(), fc.constant(null), tie('list'), tie('object')),
  list: fc.array(tie('any'), { maxLength: 5 }),
  object: fc.dictionary(anyString, tie('any'), { maxKeys: 5, noNullPrototype: true }),
})).any;

const variable = (prefix: string): fc.Arbitrary<string> =>
  wellFormed.map((name) => `${prefix}${name.replaceAll('=', '')}`);
const duration = fc.oneof(
  fc.integer({ min: 1, max: 100_000 }),
  fc.integer({ min: 1, max: 100_000_000 }).map((thousandths) => thousandths / 1_000),
  fc
    .tuple(fc.integer({ min: 1, max: 400 }), fc.constantFrom('ms', 's', 'm', 'h', '.5s', '.125m'))
    .map((parts) => parts.join('')),
  fc.constant('1h30m'),
);
const memory = fc.oneof(
  fc.integer({ min: 1 }),
  fc
    .tuple(fc.integer({ min: 1, max: 999 }), fc.constantFrom('', 'B', 'k', ' KB', 'MiB', '.7mb', 'G', '.3GiB'))
    .map((parts) => parts.join('')),
);

const spec = fc.record(
  {
    command: fc.tuple(variable('p'), wellFormed, wellFormed),
    payload,
    payload_as: fc.constantFrom('stdin', 'argument', 'file', null),
    cwd: wellFormed.map((path) => `/${path}`),
    env: fc.dictionary(variable('e'), wellFormed, { maxKeys: 4, noNullPrototype: true }),
    inherit: fc.array(variable('i'), { maxLength: 6 }),
    secrets: fc.array(variable('s'), { maxLength: 6 }),
    timeout: duration,
    memory,
    cpu: duration,
    code: variable('git:'),
    lockfile_hash: variable('sha256:'),
    retry: fc.record({ max_attempts: fc.integer({ min: 1, max: 9 }), exit_codes: fc.constantFrom('any', [1, 2]) }),
    priority: fc.constantFrom(0, 'low'),
  },
  { requiredKeys: ['command'], noNullPrototype: true },
);
const text = fc.tuple(spec, fc.nat(2)).map(([value, indent]) => exactJson(value, indent));
