import type { RunSpec } from '../run-spec.js';
import type { Fields } from './known-fields.js';
import { refusal, refusalOfKind, specInvalid } from './refusal.js';
import { requirePassable } from './values.js';

const OURS = 'CASPARIAN_';

/** The environment of the program. Each variable must come from one field only. */
export function readVariables(fields: Fields): Pick<RunSpec, 'env' | 'inherit' | 'secrets'> {
  const env = readEnv(fields.env ?? {});
  const inherit = readNames('inherit', fields.inherit ?? []);
  const secrets = readNames('secrets', fields.secrets ?? []);
  requireDistinct(Object.entries({ env: Object.keys(env), inherit, secrets }));
  return { env, inherit, secrets };
}

function requireDistinct(named: readonly (readonly [string, readonly string[]])[]): void {
  const places = new Map<string, string>();
  for (const [place, names] of named) {
    for (const name of names) {
      const other = places.get(name);
      if (other !== undefined) throw twice(name, other, place);
      places.set(name, place);
    }
  }
}

function readEnv(given: unknown): Record<string, string> {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw refusalOfKind('env', given, 'an object: the names of variables with their values');
  }
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [readName('env', name), readValue(name, value)]),
  );
}

function readValue(name: string, value: unknown): string {
  if (typeof value !== 'string') throw refusalOfKind(`env.${name}`, value, 'a string, in quotes');
  return requirePassable(`env.${name}`, value);
}

/** Sorted by UTF-16 code units, without duplicates: the order has no meaning, so it must not change the hash. */
function readNames(field: string, given: unknown): string[] {
  if (!Array.isArray(given)) throw refusalOfKind(field, given, 'a list of names of variables');
  return [...new Set(given.map((name: unknown) => readName(field, name)))].sort();
}

function readName(field: string, name: unknown): string {
  if (typeof name !== 'string' || name === '' || name.includes('=')) {
    // A NAME=value in place of a name may contain a secret.
    const given = typeof name === 'string' && name.includes('=') ? `${name.slice(0, name.indexOf('='))}=…` : name;
    throw refusal(field, given, "the name of a variable: a text that is not empty, without '='");
  }
  if (!name.toUpperCase().startsWith(OURS)) return requirePassable(field, name);
  throw specInvalid(field, `cannot name ${name}`, {
    why: `The prefix ${OURS} is reserved for variables that casparian sets and for settings of the worker.`,
    next: ['Choose another name.'],
  });
}

function twice(name: string, one: string, other: string): Error {
  return specInvalid(other, `names ${name}, and so does '${one}'`, {
    why: 'A variable has one value.',
    next: [
      one === 'env'
        ? `Keep it in 'env' to set a value, or in '${other}' to use the worker's value.`
        : 'Keep it in one of the two.',
    ],
  });
}
