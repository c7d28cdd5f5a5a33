import { nowMs, sleep } from '../../shared/clock.mjs';
import { payload, payloadLists } from './payload.mjs';

/** `count` single enqueues with `inFlight` of them waiting for their acknowledgement at any time. */
export async function enqueueSingly(driver, count, inFlight) {
  let next = 0;
  const lane = async () => {
    while (next < count) await driver.enqueueOne(payload(next++));
  };
  await Promise.all(Array.from({ length: inFlight }, lane));
}

/** `count` jobs in lists of `perCall`, one call after the other. */
export async function enqueueInBulk(driver, count, perCall) {
  for (const list of payloadLists(count, perCall)) await driver.enqueueMany(list);
}

/** One stamped job after every random gap, whether or not earlier ones were handled. An open loop does not hide stalls. */
export async function enqueueAtRandom(driver, { jobs, minGapMs, maxGapMs }) {
  const sent = [];
  for (let number = 0; number < jobs; number++) {
    await sleep(minGapMs + Math.random() * (maxGapMs - minGapMs));
    sent.push(enqueueStamped(driver, number));
  }
  await Promise.all(sent);
}

/** A steady stream of stamped jobs. A late timer catches up, so the average rate is always as requested. */
export async function enqueueSteadily(driver, { perSecond, seconds }) {
  const startedAt = nowMs();
  const total = perSecond * seconds;
  const sent = [];
  while (sent.length < total) {
    const due = Math.min(total, Math.floor(((nowMs() - startedAt) / 1000) * perSecond));
    while (sent.length < due) sent.push(enqueueStamped(driver, sent.length));
    await sleep(5);
  }
  await Promise.all(sent);
}

function enqueueStamped(driver, number) {
  return driver.enqueueOne({ ...payload(number), sentAt: nowMs() });
}
