import type { RunSpec } from '../spec/run-spec.js';
import { createStrikeOut, type StrikeOut } from './redactor.js';

/**
 * Shorter values are left: to strike out every `1` or `on` would make a log unreadable, and whoever compares what is left
 * with what was meant would read the value out of it.
 */
const SHORTEST_VALUE = 4;

/** The same for one line of a value that has several, such as the last line of a key. */
const SHORTEST_LINE = 8;

/** Names that say of themselves that they are secret. The word must stand alone: MAX_TOKENS and MONKEY are none. */
const SECRET_NAME =
  /(?:^|_)(?:TOKEN|SECRETS?|PASSWORDS?|PASSWD|PASSPHRASE|PASS|CREDENTIALS?|API_?KEY|ACCESS_?KEY|PRIVATE_?KEY|(?:SIGNING|ENCRYPTION|MASTER|AUTH)_?KEY)(?:_|$)|_PWD$/i;

/**
 * Strikes out the values of a run's secrets: those that the spec calls so, and those of other variables whose names do.
 * A program's result is its own data and is left alone: whoever returns a secret wanted to.
 */
export function secretsOf(spec: Pick<RunSpec, 'env' | 'inherit' | 'secrets'>, env: TaskEnvironment): StrikeOut {
  const values = [
    ...spec.secrets.map((name) => env[name]),
    ...spec.inherit.filter(isSecretName).map((name) => env[name]),
    ...Object.entries(spec.env).map(([name, value]) => (isSecretName(name) ? value : undefined)),
  ];
  return createStrikeOut(values.flatMap((value) => (value === undefined ? [] : formsOf(value))));
}

type TaskEnvironment = Readonly<Record<string, string | undefined>>;

export function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name);
}

/** The variables with the values of secrets hidden. */
export function maskSecrets(env: RunSpec['env']): Record<string, string> {
  return Object.fromEntries(Object.entries(env).map(([name, value]) => [name, isSecretName(name) ? '***' : value]));
}

/** The ways in which programs come to print a value: as it is, in JSON, in an address, in a header. */
function formsOf(given: string): string[] {
  const value = given.trim();
  if (value.length < SHORTEST_VALUE) return [];
  const json = JSON.stringify(value).slice(1, -1);
  return [
    value,
    ...value.split(/[\r\n]+/).filter((line) => line !== value && line.length >= SHORTEST_LINE),
    json,
    asciiOnly(json),
    json.replaceAll('/', '\\/'),
    // As `set -x` of a shell shows it.
    value.replaceAll("'", `'\\''`),
    ...percentEncoded(value),
    ...base64(value),
    ...base64(given),
  ];
}

/** As Python's json.dumps writes it. */
function asciiOnly(json: string): string {
  return json.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** As JavaScript, as Python and as forms do it: they differ in what they leave, and in how they write a space. */
function percentEncoded(value: string): string[] {
  const but = (left: RegExp): string =>
    Array.from(Buffer.from(value), (byte) => {
      const character = String.fromCharCode(byte);
      return left.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
    }).join('');
  const strict = but(/[\w.~-]/);
  const forms = [strict, but(/[\w.~/-]/), but(/[\w.~!'()*-]/), strict.replaceAll('%20', '+')];
  return [...forms, ...forms.map((form) => form.replaceAll(/%../g, (code) => code.toLowerCase()))];
}

/** With the padding and without it, which not everybody writes. */
function base64(value: string): string[] {
  const padded = Buffer.from(value).toString('base64');
  return [padded, padded.replace(/=+$/, ''), Buffer.from(value).toString('base64url')];
}
