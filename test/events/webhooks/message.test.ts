import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { bodyOf } from '../../../src/events/webhooks/message/body.js';
import { checkPatterns, isSubscribed } from '../../../src/events/webhooks/message/event-names.js';
import { signatureProblem, signedHeaders } from '../../../src/events/webhooks/message/signature.js';
import { newSecret } from '../../../src/events/webhooks/secrets/secret.js';

const EVENT = {
  eventId: '0197a5a0-0000-7000-8000-000000000001',
  eventType: 'PASSPORT_SIGNED',
  aggregateType: 'PassportVersion',
  aggregateId: '550e8400-e29b-41d4-a716-446655440000',
  occurredAt: '2025-12-28T12:34:56.000000Z',
  tenant: 'default',
  payloadText: '{"big":123456789012345678901234567890,"key_id":"dev-key-1","name":"Zoë"}',
};

function message(body: Buffer, timestamp = Math.floor(Date.now() / 1_000)) {
  const { eventId, eventType } = EVENT;
  return { eventId, eventType, deliveryId: '123e4567-e89b-12d3-a456-426614174000', timestamp, body };
}

describe('the body', () => {
  it('has the members of both specifications, and the payload exactly as the log has it', () => {
    const body = bodyOf(EVENT).toString();
    expect(Object.keys(JSON.parse(body) as object)).toEqual([
      'event_id',
      'event_type',
      'aggregate_type',
      'aggregate_id',
      'occurred_at',
      'payload',
      'tenant_id',
      'data',
    ]);
    expect(body).toContain(`"payload":${EVENT.payloadText}`);
    expect(body).toContain(`"data":${EVENT.payloadText}`);
  });
});

describe('the signatures', () => {
  it('satisfy the verifier of the Standard Webhooks project', () => {
    const secret = newSecret();
    const body = bodyOf(EVENT);
    const headers = signedHeaders(message(body), [secret]);
    expect(() => new Webhook(secret).verify(body, headers)).not.toThrow();
    expect(() => new Webhook(newSecret()).verify(body, headers)).toThrow();
    expect(() => new Webhook(secret).verify(Buffer.concat([body, Buffer.from(' ')]), headers)).toThrow();
  });

  it('satisfy it with the old and with the new secret during a rotation', () => {
    const [old, fresh] = [newSecret(), newSecret()];
    const body = bodyOf(EVENT);
    const headers = signedHeaders(message(body), [old, fresh]);
    for (const secret of [old, fresh]) expect(() => new Webhook(secret).verify(body, headers)).not.toThrow();
    expect(headers['x-bpc-signature']).toBe(signedHeaders(message(body), [old])['x-bpc-signature']);
    expect(headers['x-bpc-signature-next']).toBe(signedHeaders(message(body), [fresh])['x-bpc-signature']);
  });

  it('are verified by signatureProblem with any of the secrets', () => {
    const [old, fresh, other] = [newSecret(), newSecret(), newSecret()];
    const body = bodyOf(EVENT);
    const at = 1_700_000_000;
    const headers = signedHeaders(message(body, at), [old, fresh]);
    expect(signatureProblem(headers, body, [old], at)).toBeUndefined();
    expect(signatureProblem(headers, body, [other, fresh], at + 299)).toBeUndefined();
    expect(signatureProblem(headers, body, [other], at)).toContain('no secret');
    expect(signatureProblem(headers, body, [], at)).toContain('no secret');
    expect(signatureProblem(headers, body, [old], at + 301)).toContain('5 minutes');
    expect(signatureProblem(headers, body, [old], at - 301)).toContain('5 minutes');
    expect(signatureProblem(headers, body.subarray(1), [old], at)).toContain('no secret');
    expect(signatureProblem({ ...headers, 'x-bpc-signature': 'sha256=' }, body, [old], at)).toContain('no secret');
    expect(signatureProblem({ ...headers, 'webhook-signature': 'v1,AAAA' }, body, [old], at)).toContain('no secret');
    expect(signatureProblem({ ...headers, 'webhook-id': undefined }, body, [old], at)).toContain('missing');
    expect(signatureProblem({ ...headers, 'webhook-timestamp': 'x' }, body, [old], at)).toContain('missing');
  });
});

describe('subscriptions', () => {
  it.each([
    ['*', 'job.completed', true],
    ['job.*', 'job.completed', true],
    ['job.*', 'jobs.completed', false],
    ['job.completed', 'job.completed', true],
    ['job.completed', 'job.completed.twice', false],
    ['quarantine.created', 'quarantine.created', true],
    ['quarantine.created', 'quarantine.discarded', false],
    ['passport.*', 'PASSPORT_SIGNED', true],
    ['passport.version.signed', 'PASSPORT_SIGNED', true],
    ['PASSPORT_SIGNED', 'passport.version.signed', true],
    ['PASSPORT_*', 'passport.version.revoked', true],
    ['rules.version.published', 'RULES_PUBLISHED', true],
    ['*.failed', 'job.failed', true],
    ['*.failed', 'job.failed.not', false],
    ['a*b*c', 'a.b.c', true],
    ['a*b*c', 'a.c', false],
    ['a*a', 'a', false],
    ['*bc*bcd', 'abcd', false],
  ])('%s asks for %s: %s', (pattern, type, expected) => {
    expect(isSubscribed([pattern], type)).toBe(expected);
  });

  it('takes no longer for a pattern with many stars', () => {
    expect(isSubscribed([`${'a*'.repeat(99)}b`], 'a'.repeat(10_000))).toBe(false);
  });

  it('are checked and listed once', () => {
    expect(checkPatterns([' job.* ', 'job.*', 'a'])).toEqual(['job.*', 'a']);
    for (const wrong of [
      [],
      [''],
      ['job .*'],
      ['job,file'],
      ['x'.repeat(201)],
      Array.from({ length: 101 }, (_, at) => `a${at}`),
    ]) {
      expect(() => checkPatterns(wrong)).toThrow(expect.objectContaining({ code: 'OPTION_INVALID' }) as object);
    }
  });
});
