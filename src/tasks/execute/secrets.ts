import type { RunSpec } from '../spec/run-spec.js';
import { createRedactor, type Redactor } from './redactor.js';

/** Shorter values are not redacted: without every `1` or `on` a log is unreadable, and the gaps reveal the value. */
const SHORTEST_VALUE = 4;

/** The same for one line of a value with several lines, such as the last line of a key. */
const SHORTEST_LINE = 8;

/** The same for the part of a base64 text that a value determines. */
const SHORTEST_ENCODED = 6;

/** Names that mean a secret. The word must be complete: MAX_TOKENS and MONKEY do not match. */
const SECRET_NAME =
  /(?:^|_)(?:TOKEN|SECRETS?|PASSWORDS?|PASSWD|PASSPHRASE|PASS|CREDENTIALS?|API_?KEY|ACCESS_?KEY|PRIVATE_?KEY|(?:SIGNING|ENCRYPTION|MASTER|AUTH)_?KEY)(?:_|$)|_PWD$/i;

/**
 * Redacts the secrets of a run: the `secrets` of the spec, and other variables whose names mean a secret. The result of
 * a program is not redacted: it is returned on purpose.
 */
export function secretsOf(spec: Pick<RunSpec, 'env' | 'inherit' | 'secrets'>, env: TaskEnvironment): Redactor {
  const values = [
    ...spec.secrets.map((name) => env[name]),
    ...spec.inherit.filter(isSecretName).map((name) => env[name]),
    ...Object.entries(spec.env).map(([name, value]) => (isSecretName(name) ? value : undefined)),
  ];
  return createRedactor(values.flatMap((value) => (value === undefined ? [] : formsOf(value))));
}

type TaskEnvironment = Readonly<Record<string, string | undefined>>;

export function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name);
}

/** Replaces the values of variables whose names mean a secret. */
export function maskSecrets(env: RunSpec['env']): Record<string, string> {
  return Object.fromEntries(Object.entries(env).map(([name, value]) => [name, isSecretName(name) ? '***' : value]));
}

/** The forms in which programs print a value: as is, in JSON, in a URL, in a header, in hexadecimal. */
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
    // As a shell prints it with `set -x`.
    value.replaceAll("'", `'\\''`),
    ...percentEncoded(value),
    ...base64(value),
    ...base64(given),
    ...hexadecimal(value),
  ];
}

/** As Python's json.dumps writes it. */
function asciiOnly(json: string): string {
  return json.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** As JavaScript, Python and HTML forms do it: they differ in what they leave as is, and in how they write a space. */
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

/**
 * On its own, with and without padding, and inside a longer text, as in the header of basic authentication: there it begins at any of three
 * positions of a group. The characters that also contain bits of its neighbours are left as they are.
 */
function base64(value: string): string[] {
  const bytes = Buffer.from(value);
  const padded = bytes.toString('base64');
  const within = [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    return text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
  });
  const long = within.filter((text) => text.length >= SHORTEST_ENCODED);
  const forms = [padded, padded.replace(/=+$/, ''), ...long];
  return [...forms, ...forms.map((form) => form.replaceAll('+', '-').replaceAll('/', '_'))];
}

function hexadecimal(value: string): string[] {
  const text = Buffer.from(value).toString('hex');
  return [text, text.toUpperCase()];
}
