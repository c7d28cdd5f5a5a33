import { createHmac, timingSafeEqual } from 'node:crypto';
import { decodedSecret } from '../secrets/secret.js';

export interface SignedMessage {
  readonly eventId: string;
  readonly eventType: string;
  readonly deliveryId: string;
  /** Seconds since 1970, of this attempt. */
  readonly timestamp: number;
  readonly body: Uint8Array;
}

/** How far the clocks of sender and receiver may differ, as Standard Webhooks recommends. */
const TOLERANCE_SECONDS = 300;

/** The headers of a delivery. `secrets` are those in force, the oldest first; during a rotation there are two. */
export function signedHeaders(message: SignedMessage, secrets: readonly string[]): Record<string, string> {
  const [current = '', next] = secrets;
  const standard = secrets.toReversed().map((secret) => standardSignature(message, secret));
  return {
    'content-type': 'application/json',
    'x-bpc-signature': bpcSignature(message.body, current),
    // The header of seed 2 has room for one signature, and receivers that exist must not break.
    ...(next === undefined ? {} : { 'x-bpc-signature-next': bpcSignature(message.body, next) }),
    'x-bpc-event-type': message.eventType,
    'x-bpc-delivery-id': message.deliveryId,
    'webhook-id': message.eventId,
    'webhook-timestamp': String(message.timestamp),
    'webhook-signature': standard.join(' '),
  };
}

/** BPC-WH-1: the HMAC of the body under the text of the secret. */
function bpcSignature(body: Uint8Array, secret: string): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
}

/** Standard Webhooks, version 1: the HMAC of id, time and body under the bytes of the secret. */
function standardSignature({ eventId, timestamp, body }: SignedMessage, secret: string): string {
  const hmac = createHmac('sha256', decodedSecret(secret)).update(`${eventId}.${timestamp}.`).update(body);
  return `v1,${hmac.digest('base64')}`;
}

export type ReceivedHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Why a delivery is not to be trusted; undefined if one of the secrets verifies it. For receivers. */
export function signatureProblem(
  headers: ReceivedHeaders,
  body: Uint8Array,
  secrets: readonly string[],
  nowSeconds: number,
): string | undefined {
  const header = (name: string): string => String(headers[name] ?? '');
  const [eventId, timestamp] = [header('webhook-id'), Number(header('webhook-timestamp') || NaN)];
  if (eventId === '' || Number.isNaN(timestamp)) return 'the headers of Standard Webhooks are missing';
  if (Math.abs(nowSeconds - timestamp) > TOLERANCE_SECONDS) return 'the timestamp is more than 5 minutes away';
  const message = { eventId, timestamp, body, eventType: '', deliveryId: '' };
  const given = header('webhook-signature').split(' ');
  const isStandard = secrets.some((secret) => includes(given, standardSignature(message, secret)));
  const bpc = [header('x-bpc-signature'), header('x-bpc-signature-next')];
  const isBpc = secrets.some((secret) => includes(bpc, bpcSignature(body, secret)));
  return isStandard && isBpc ? undefined : 'no secret verifies the signature';
}

/** Takes the same time whatever the difference is. */
function includes(given: readonly string[], expected: string): boolean {
  const bytes = Buffer.from(expected);
  return given.some((one) => {
    const other = Buffer.from(one);
    return other.length === bytes.length && timingSafeEqual(other, bytes);
  });
}
