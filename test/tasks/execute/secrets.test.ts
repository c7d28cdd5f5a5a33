import { expect, test } from 'vitest';
import { isSecretName, maskSecrets, secretsOf } from '../../../src/tasks/execute/secrets.js';

const strikeOut = (value: string) => secretsOf({ env: {}, inherit: [], secrets: ['S'] }, { S: value }).text;

test.each([
  'TOKEN',
  'API_TOKEN',
  'github_token',
  'DB_PASSWORD',
  'SECRET_KEY',
  'AWS_SECRET_ACCESS_KEY',
  'MYSQL_PWD',
  'APIKEY',
])('%s says that it is secret', (name) => expect(isSecretName(name)).toBe(true));

test.each([
  'MAX_TOKENS',
  'TOKENIZERS_PARALLELISM',
  'PWD',
  'OLDPWD',
  'MONKEY',
  'KEYBOARD',
  'COMPASS',
  'PATH',
  'SECRETARY',
])('%s does not', (name) => expect(isSecretName(name)).toBe(false));

test('values of secrets, and of variables whose names say so, are struck out; others are not', () => {
  const spec = { env: { DB_PASSWORD: 'swordfish', A: 'harmless' }, inherit: ['API_TOKEN', 'LANG'], secrets: ['X'] };
  const { text } = secretsOf(spec, { API_TOKEN: 'tok-1234', LANG: 'en_GB', X: 'hunter22', OTHER_TOKEN: 'unseen' });
  expect(text('swordfish harmless tok-1234 en_GB hunter22 unseen')).toBe('*** harmless *** en_GB *** unseen');
});

test('in every form in which a program may come to print it', () => {
  const value = 'p"ä\\s/ w&rd!~';
  const forms = [
    value,
    JSON.stringify(value).slice(1, -1),
    'p\\"\\u00e4\\\\s/ w&rd!~',
    'p\\"ä\\\\s\\/ w&rd!~',
    encodeURIComponent(value),
    'p%22%C3%A4%5Cs/%20w%26rd%21~',
    'p%22%C3%A4%5Cs%2F+w%26rd%21~',
    'p%22%c3%a4%5cs%2f%20w%26rd%21~',
    Buffer.from(value).toString('base64').replace(/=+$/, ''),
    Buffer.from(value).toString('base64url'),
    Buffer.from(`${value}\n`).toString('base64').replace(/=+$/, ''),
  ];
  const { text } = secretsOf({ env: {}, inherit: [], secrets: ['S'] }, { S: `${value}\n` });
  for (const form of forms) expect(text(`<${form}>`)).toBe('<***>');
});

test.each([0, 1, 2, 3])('inside a longer text that is encoded, after %i other bytes', (before) => {
  const password = 'correct horse';
  const longer = Buffer.from(`${'u'.repeat(before)}${password}:and the rest`);
  const { text } = secretsOf({ env: {}, inherit: [], secrets: ['S'] }, { S: password });
  for (const encoding of ['base64', 'base64url'] as const) {
    const shown = text(`Authorization: Basic ${longer.toString(encoding)}`);
    const left = Buffer.from(shown.split(' ').at(-1)!.replaceAll('*', ''), encoding).toString('latin1');
    expect(shown).toContain('***');
    for (let at = 0; at + 3 <= password.length; at++) expect(left).not.toContain(password.slice(at, at + 3));
  }
  expect(text(longer.toString('hex'))).toBe(`${'75'.repeat(before)}***${Buffer.from(':and the rest').toString('hex')}`);
  expect(text(longer.toString('hex').toUpperCase())).toContain('***');
});

test('as a shell shows it that traces what it does', () => {
  expect(strikeOut("it's me")(`+ echo 'it'\\''s me'`)).toBe("+ echo '***'");
});

test('a value of several lines goes line by line', () => {
  const key = '-----BEGIN KEY-----\nMIIEvQIBADANBg\r\nkqhkiG9w0BAQEF\nAA==\n';
  const struck = strikeOut(key)(`my key:\nMIIEvQIBADANBg\nand kqhkiG9w0BAQEF, ${JSON.stringify(key)}`);
  expect(struck).toBe('my key:\n***\nand ***, "***\\n"');
});

test('a line of eight characters is struck out of a value of several, one of seven is not', () => {
  const strike = strikeOut('first line\n12345678\n1234567');
  expect(strike('12345678 1234567 first line')).toBe('*** 1234567 ***');
});

test('a value of four characters is struck out, one of three is not, and the space around it does not count', () => {
  expect(strikeOut('abcd')('abcd')).toBe('***');
  expect(strikeOut('abc')('abc')).toBe('abc');
  expect(strikeOut(' abc ')('abc')).toBe('abc');
  expect(strikeOut(' abcd ')('abcd')).toBe('***');
});

test('values of less than four characters are left: they would be everywhere', () => {
  expect(strikeOut('1')('101')).toBe('101');
  expect(strikeOut('')('text')).toBe('text');
});

test('the values of variables whose names mean a secret are masked, and no others', () => {
  const masked = maskSecrets({ API_TOKEN: 'abc', DB_PASSWORD: 'def', REGION: 'eu' });
  expect(masked).toEqual({ API_TOKEN: '***', DB_PASSWORD: '***', REGION: 'eu' });
});
