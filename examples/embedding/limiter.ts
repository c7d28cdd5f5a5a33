import { openJobs } from './jobs.js';

const engine = await openJobs();
const limiter = engine.limiter({ tenant: 'acme' });

const answer = await limiter.takeTokens({ key: 'mail API', rate: { perMinute: 60, burst: 5 } });
console.log(answer.granted ? `granted, ${answer.remaining} left` : `wait ${answer.retryMs} ms`);

const turn = await limiter.takeSlot({ key: 'mail API', concurrency: 2, ttlMs: 30_000 });
if (turn.granted) {
  // … the request …
  await limiter.releaseSlot(turn.slot);
}
await engine.close();
