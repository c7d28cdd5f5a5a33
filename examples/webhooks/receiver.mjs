// Receives webhooks of Casparian Flow: verifies them, ignores duplicates, prints them. Node 20, nothing to install.
//
//     WEBHOOK_SECRET=whsec_… node receiver.mjs 8787
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const secret = process.env.WEBHOOK_SECRET;
const toleranceSeconds = 300;
const maxBodyBytes = 10_000_000;

/** Standard Webhooks: the HMAC of id, time and body under the bytes behind the prefix of the secret. */
function isGenuine(headers, body) {
  const timestamp = Number(headers['webhook-timestamp']);
  if (!(Math.abs(Date.now() / 1_000 - timestamp) <= toleranceSeconds)) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const hmac = createHmac('sha256', key).update(`${headers['webhook-id']}.${timestamp}.`).update(body);
  const expected = Buffer.from(`v1,${hmac.digest('base64')}`);
  // During a rotation there are two signatures. One that matches is enough.
  return String(headers['webhook-signature'])
    .split(' ')
    .map((one) => Buffer.from(one))
    .some((one) => one.length === expected.length && timingSafeEqual(one, expected));
}

const seen = new Set(); // In a real system: a unique key in your database.

const server = createServer(async (request, response) => {
  const chunks = [];
  let length = 0;
  for await (const chunk of request) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > maxBodyBytes) return response.writeHead(413).end();
  }
  const body = Buffer.concat(chunks);
  if (!isGenuine(request.headers, body)) return response.writeHead(401).end();
  // Respond first, work later: a delivery that takes longer than 30 seconds is sent again.
  response.writeHead(204).end();
  const event = JSON.parse(body);
  if (seen.has(event.event_id)) return;
  seen.add(event.event_id);
  console.log(JSON.stringify({ event_type: event.event_type, payload: event.payload }));
});

server.listen(Number(process.argv[2]), '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${server.address().port}/`);
});
