import { describe, expect, test } from 'vitest';
import {
  maxEnvelopeBytes,
  readReportedError,
  reportOfChannel,
  reportOfLastLine,
} from '../../../src/tasks/execute/envelope.js';

const MAX = 20;
const line = (text: string, isCut = false) => reportOfLastLine({ text, isCut }, MAX);
const channel = (text: string) => reportOfChannel(Buffer.from(text), MAX);
const why = (text: string): string => {
  const report = channel(text);
  return report.kind === 'invalid' ? report.why : report.kind;
};

describe('the last line', () => {
  test('is an envelope when it has ok, wherever that stands', () => {
    expect(line('{"ok":true,"result":1}')).toEqual({ kind: 'ok', result: 1 });
    expect(line(' {"result":1,"ok":true}')).toEqual({ kind: 'ok', result: 1 });
    expect(reportOfLastLine(undefined, MAX)).toEqual({ kind: 'none' });
    for (const text of ['', 'ok', '[{"ok":true}]', '{"fine":true}', '{"a":{"ok":true}}', '{"a":1', '{"okay":true}']) {
      expect(line(text)).toEqual({ kind: 'none' });
    }
  });

  test('that is cut is an envelope only when it begins like one', () => {
    expect(line('{ "ok" : true, "result', true)).toMatchObject({ kind: 'invalid' });
    expect(line('{"result":1,"ok":true}', true)).toEqual({ kind: 'none' });
  });

  test('may have the result it may have, and not a byte more', () => {
    const result = (bytes: number) => line(`{"ok":true,"result":"${'x'.repeat(bytes - 2)}"}`);
    expect(result(MAX)).toEqual({ kind: 'ok', result: 'x'.repeat(MAX - 2) });
    expect(result(MAX + 1)).toEqual({
      kind: 'invalid',
      why: `It has 21 bytes, and a result may have ${MAX}: write it to a file and report the path.`,
    });
    // Bytes count, not characters.
    expect(line(`{"ok":true,"result":"${'ä'.repeat(10)}"}`)).toMatchObject({ kind: 'invalid' });
  });
});

describe('the channel', () => {
  test('reports nothing if it has only white space, unless that is more than fits', () => {
    const most = maxEnvelopeBytes(MAX);
    expect(most).toBe(MAX + 65_536);
    expect(channel(' \n')).toEqual({ kind: 'none' });
    expect(channel(' '.repeat(most))).toEqual({ kind: 'none' });
    expect(channel(' '.repeat(most + 1))).toMatchObject({ kind: 'invalid' });
  });

  test('holds an envelope of the largest size, and not a byte more', () => {
    const most = maxEnvelopeBytes(MAX);
    const envelope = '{"ok":true,"result":1}';
    expect(channel(envelope.padEnd(most))).toEqual({ kind: 'ok', result: 1 });
    expect(channel(envelope.padEnd(most + 1))).toMatchObject({
      why: expect.stringContaining(`It has more than ${most} bytes`) as string,
    });
  });

  test('says why it holds no envelope', () => {
    expect(why('{"ok":true')).toContain('does not end in }');
    expect(why('{"ok":true,"result":[NaN]}')).toContain('NaN');
    expect(why('{"ok":true,"result":-Infinity}')).toContain('Infinity');
    expect(why('{"ok":true,"result":"NaN",}')).toBe('It is not JSON.');
    expect(why('{"ok":1}')).toBe("'ok' is a number, and must be true or false.");
    expect(why('{"ok":null}')).toBe("'ok' is null, and must be true or false.");
    expect(why('{}')).toBe("It is an object without a member 'ok'.");
    expect(why('null')).toBe("It is null without a member 'ok'.");
  });
});

describe('an error that is reported', () => {
  const error = (values: object) => readReportedError({ message: 'no', ...values });

  test('has what it says, and nothing where it says nothing or null', () => {
    const nothing = { class: null, message: 'no', traceback: null, retryable: null, retryAfterMs: null };
    expect(error({})).toEqual(nothing);
    expect(error({ class: null, traceback: null, retryable: null, retry_after: null })).toEqual(nothing);
    expect(error({ class: 'E', traceback: 'T', retryable: false, retry_after: 0 })).toEqual({
      ...{ class: 'E', message: 'no', traceback: 'T', retryable: false, retryAfterMs: 0 },
    });
  });

  test.each([
    [1.2345, 1_235],
    [-5, 0],
    [365 * 86_400, 365 * 86_400_000],
    [365 * 86_400 + 1, 365 * 86_400_000],
  ])('that asks for %d seconds waits for %d ms', (seconds, retryAfterMs) => {
    expect(error({ retry_after: seconds })).toMatchObject({ retryAfterMs });
  });

  test.each([
    [{ class: 1 }, "'error.class' is a number, and must be a string."],
    [{ message: 1 }, "'error.message' is a number, and must be a string."],
    [{ message: null }, "'error.message' is missing, and must be a string."],
    [{ traceback: {} }, "'error.traceback' is an object, and must be a string."],
    [{ retryable: 'yes' }, "'error.retryable' is a string, and must be a boolean."],
    [{ retry_after: [] }, "'error.retry_after' is an array, and must be a number."],
  ])('%j is refused', (values, wrong) => {
    expect(error(values)).toBe(wrong);
  });

  test.each([
    [undefined, 'missing'],
    [null, 'null'],
    ['no', 'a string'],
    [[], 'an array'],
  ])('%j is not one', (given, name) => {
    expect(readReportedError(given)).toBe(`'error' is ${name}, and must be an object with a 'message'.`);
  });
});
