import { describe, expect, test } from 'vitest';
import { classify } from '../../src/engine/classify.js';
import { PermanentError, RetryableError } from '../../src/engine/index.js';
import { CasparianError } from '../../src/platform/index.js';

const withFields = (fields: object, message = 'm'): Error => Object.assign(new Error(message), fields);

describe('classifying what a handler threw', () => {
  test.each([
    ['the database is away', new CasparianError('DATABASE_UNAVAILABLE', 'm'), 'DATABASE_UNAVAILABLE'],
    ['the broker is away', new CasparianError('BROKER_UNAVAILABLE', 'm'), 'BROKER_UNAVAILABLE'],
    ['a connection is refused', withFields({ code: 'ECONNREFUSED' }), 'NETWORK_ERROR'],
    ['a name does not resolve now', withFields({ code: 'EAI_AGAIN' }), 'NETWORK_ERROR'],
    [
      'fetch failed below',
      new TypeError('fetch failed', { cause: withFields({ code: 'ECONNRESET' }) }),
      'NETWORK_ERROR',
    ],
    ['undici timed out', withFields({ code: 'UND_ERR_HEADERS_TIMEOUT' }), 'NETWORK_ERROR'],
    ['a timeout', new DOMException('m', 'TimeoutError'), 'NETWORK_ERROR'],
    ['500', withFields({ status: 500 }), 'HTTP_SERVER_ERROR'],
    ['503 on the response', withFields({ response: { status: 503 } }), 'HTTP_SERVER_ERROR'],
    ['429', withFields({ statusCode: 429 }), 'RATE_LIMITED'],
    ['408', withFields({ status: 408 }), 'NETWORK_ERROR'],
    ['an unknown exception', new Error('m'), 'HANDLER_ERROR'],
    ['an unknown code', withFields({ code: 'EWHATEVER' }), 'HANDLER_ERROR'],
    ['a code that is a name of Object', withFields({ code: 'constructor' }), 'HANDLER_ERROR'],
    ['a status that is none', withFields({ status: 200 }), 'HANDLER_ERROR'],
    ['a string', 'm', 'HANDLER_ERROR'],
    ['nothing', undefined, 'HANDLER_ERROR'],
    ['null', null, 'HANDLER_ERROR'],
    ['RetryableError', new RetryableError('m'), 'HANDLER_ERROR'],
  ])('retryable: %s', (_, error, code) => {
    expect(classify(error)).toMatchObject({ code, retryable: true });
  });

  test.each([
    ['a validation error', new CasparianError('VALIDATION_ERROR', 'm'), 'VALIDATION_ERROR'],
    ['an invalid payload', new CasparianError('PAYLOAD_INVALID', 'm'), 'PAYLOAD_INVALID'],
    ['a configuration error', new CasparianError('CONFIG_INVALID', 'm'), 'CONFIG_INVALID'],
    ['a missing file', withFields({ code: 'ENOENT' }), 'INPUT_MISSING'],
    ['no permission', withFields({ code: 'EACCES' }), 'NOT_PERMITTED'],
    ['404', withFields({ status: 404 }), 'HTTP_CLIENT_ERROR'],
    ['422 on the response', withFields({ response: { status: 422 } }), 'HTTP_CLIENT_ERROR'],
    ['PermanentError', new PermanentError('m'), 'PERMANENT_ERROR'],
  ])('permanent: %s', (_, error, code) => {
    expect(classify(error)).toMatchObject({ code, retryable: false });
  });

  test('the message and the stack are kept', () => {
    const error = new Error('the disk is on fire');
    expect(classify(error)).toMatchObject({ message: 'the disk is on fire', detail: error.stack });
    expect(classify('words')).toMatchObject({ message: 'words', detail: undefined });
  });

  test('an error without a message is named by its code', () => {
    expect(classify(new Error('')).message).toBe('HANDLER_ERROR');
  });

  test('how long the other side wants to be left alone is taken as whole milliseconds, if it makes sense', () => {
    const asked = (retryAfterMs: unknown): unknown => classify(withFields({ retryAfterMs })).retryAfterMs;
    expect(asked(1_500)).toBe(1_500);
    expect(asked(1_500.4)).toBe(1_500);
    expect(asked(0)).toBe(0);
    for (const nonsense of [-1, NaN, Infinity, '5', null, {}]) expect(asked(nonsense)).toBeUndefined();
    expect(classify(new RetryableError('m', { retryAfterMs: 9_000 })).retryAfterMs).toBe(9_000);
  });

  test('causes that go round in a circle come to an end', () => {
    const [a, b] = [new Error('a'), new Error('b')];
    a.cause = b;
    b.cause = a;
    expect(classify(a)).toMatchObject({ code: 'HANDLER_ERROR', message: 'a' });
  });

  test('whatever a handler throws has a class', () => {
    const traps = new Proxy(new Error('x'), {
      get: () => {
        throw new Error('no');
      },
    });
    const odd = [Object.create(null), Symbol('s'), 10n, traps, Object.assign(new Error(), { message: {}, stack: 5 })];
    for (const thrown of odd) {
      const failure = classify(thrown);
      expect(failure).toMatchObject({ code: 'HANDLER_ERROR', retryable: true });
      expect(typeof failure.message).toBe('string');
      expect(['string', 'undefined']).toContain(typeof failure.detail);
    }
  });
});
