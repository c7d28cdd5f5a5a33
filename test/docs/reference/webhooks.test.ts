import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { bodyOf } from '../../../src/events/webhooks/message/body.js';
import { signedHeaders } from '../../../src/events/webhooks/message/signature.js';

interface Vectors {
  readonly secret: string;
  readonly next_secret: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly headers_during_rotation: Readonly<Record<string, string>>;
}

const page = await readFile(new URL('../../../docs/reference/webhooks.md', import.meta.url), 'utf8');
const vectors = JSON.parse(/```json\n(.*?)```/s.exec(page)?.[1] ?? '') as Vectors;
const { secret, next_secret: next, headers } = vectors;
const body = Buffer.from(vectors.body);
const message = {
  eventId: headers['webhook-id']!,
  eventType: headers['x-bpc-event-type']!,
  deliveryId: headers['x-bpc-delivery-id']!,
  timestamp: Number(headers['webhook-timestamp']),
  body,
};

test('webhooks.md has vectors that we produce', () => {
  expect(signedHeaders(message, [secret])).toEqual(headers);
  expect(signedHeaders(message, [secret, next])).toMatchObject(vectors.headers_during_rotation);
  const event = JSON.parse(vectors.body) as Record<string, string>;
  const rebuilt = bodyOf({
    ...{ eventId: event['event_id']!, eventType: event['event_type']!, tenant: event['tenant_id']! },
    ...{ aggregateType: event['aggregate_type']!, aggregateId: event['aggregate_id']! },
    ...{ occurredAt: event['occurred_at']!, payloadText: JSON.stringify(event['payload']) },
  });
  expect(rebuilt.toString()).toBe(vectors.body);
});

test('the steps of webhooks.md lead to the vectors', () => {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const signed = Buffer.concat([Buffer.from(`${headers['webhook-id']}.${headers['webhook-timestamp']}.`), body]);
  expect(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`).toBe(headers['webhook-signature']);
  const bpc = createHmac('sha256', Buffer.from(secret, 'utf8')).update(body).digest('hex');
  expect(`sha256=${bpc}`).toBe(headers['x-bpc-signature']);
});

test('webhooks.md lists every header and every member of the body', () => {
  const listed = [...page.matchAll(/^\| (`[^|]+`) \|/gm)].flatMap(([, names]) =>
    [...names!.matchAll(/`([\w-]+)`/g)].map(([, name]) => name!.toLowerCase()),
  );
  const sent = [
    ...Object.keys(signedHeaders(message, [secret, next])),
    'user-agent',
    ...Object.keys(JSON.parse(vectors.body) as object),
  ];
  expect(listed.sort()).toEqual(sent.sort());
});
