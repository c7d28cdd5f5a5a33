import { setTimeout as sleep } from 'node:timers/promises';
import { releaseSlot, takeSlot } from '../../engine/index.js';
import {
  createRobots,
  judgeByRobots,
  type PageClient,
  type RobotsRecord,
  type RobotsStore,
  type RobotsVerdict,
} from '../../http/index.js';
import { CasparianError } from '../../platform/index.js';
import type { Source } from '../sources/source.js';
import { BREAKER } from './breaker-policy.js';
import { callSource, type GovernedCall, Postponed } from './governed-call.js';
import { createRobotsStore } from './http-stores.js';

/** What a process remembers of robots.txt files, and fetches that are under way, by tenant and origin. */
export interface RobotsMemory {
  readonly known: Map<string, { readonly record: RobotsRecord; readonly readAt: number }>;
  readonly fetching: Map<string, Promise<void>>;
}

export function newRobotsMemory(): RobotsMemory {
  return { known: new Map(), fetching: new Map() };
}

export interface RobotsGate {
  readonly call: GovernedCall;
  readonly pages: PageClient;
  readonly memory: RobotsMemory;
}

/** A file that another worker fetched again is noticed after this time. */
const REMEMBERED_MS = 60_000;
const MAX_REMEMBERED = 1_000;
/** How long to wait for another worker that fetches the file, rather than to postpone the job. */
const FETCH_WAIT_MS = 2_000;
const LOOK_EVERY_MS = 100;

/** Fails if robots.txt does not permit the URL. Returns the pause between requests that it asks for. */
export async function obeyRobots(gate: RobotsGate, url: string): Promise<number | undefined> {
  const { call } = gate;
  const store = rememberingStore(gate);
  const { origin } = new URL(url);
  let record = await store.get(origin);
  if (!record || !isFresh(record)) {
    await fetchOnce(gate, store, url);
    record = await store.get(origin);
  }
  if (!record) throw new Error('a fetch of robots.txt always stores its result');
  const verdict = judgeByRobots(record, new URL(url), Date.now());
  requireAllowed(call.source, verdict);
  return verdict.crawlDelayMs;
}

/** For a redirect, also to another host. */
export async function checkRobots(gate: RobotsGate, url: string): Promise<void> {
  const { source, signal } = gate.call;
  requireAllowed(source, await robotsOf(gate, rememberingStore(gate)).check(url, { signal }));
}

function requireAllowed({ name }: Source, { allowed, why }: RobotsVerdict): void {
  if (allowed) return;
  throw new CasparianError('ROBOTS_DISALLOWED', `The robots.txt of source ${name} does not permit this URL`, { why });
}

function robotsOf({ pages }: RobotsGate, store: RobotsStore): ReturnType<typeof createRobots> {
  return createRobots({ pages, store });
}

function isFresh(record: RobotsRecord | undefined): boolean {
  return record !== undefined && Date.now() < record.freshUntil;
}

/** Jobs of one process share the fetch. If it failed or was aborted, the next of them tries. */
async function fetchOnce(gate: RobotsGate, store: RobotsStore, url: string): Promise<void> {
  const { fetching } = gate.memory;
  const { origin } = new URL(url);
  const key = keyOf(gate, origin);
  for (let other = fetching.get(key); other; other = fetching.get(key)) {
    await other;
    if (isFresh(await store.get(origin))) return;
  }
  const own = fetchUnderLease(gate, store, url);
  const ended = own.then(
    () => undefined,
    () => undefined,
  );
  fetching.set(
    key,
    ended.finally(() => fetching.delete(key)),
  );
  await own;
}

/** Processes share it by a slot, which is the lease: one fetches, and the others wait for what it stores. */
async function fetchUnderLease(gate: RobotsGate, store: RobotsStore, url: string): Promise<void> {
  const { database, source, timeoutMs, signal } = gate.call;
  const { origin, host } = new URL(url);
  const request = { key: `robots ${host}`, concurrency: 1, ttlMs: timeoutMs + BREAKER.probeMarginMs };
  for (let waitedMs = 0; ; waitedMs += LOOK_EVERY_MS) {
    const lease = await takeSlot(database, request);
    if (lease.granted) {
      try {
        if (!isFresh(await createRobotsStore(database).get(origin))) await fetchGoverned(gate, store, url);
        return;
      } finally {
        await releaseSlot(database, lease.slot).catch(() => undefined);
      }
    }
    if (waitedMs >= FETCH_WAIT_MS)
      throw new Postponed(`the robots.txt of source ${source.name} is being fetched`, 1_000);
    await sleep(LOOK_EVERY_MS, undefined, { signal });
    if (isFresh(await createRobotsStore(database).get(origin))) return;
  }
}

/** A request like any other: it takes a token, and its failure counts. */
async function fetchGoverned(gate: RobotsGate, store: RobotsStore, url: string): Promise<void> {
  const { call } = gate;
  await callSource(call, async () => {
    const { allowed } = await robotsOf(gate, store).check(url, { signal: call.signal });
    const record = await store.get(new URL(url).origin);
    if (record?.state !== 'unreachable' || allowed) return;
    throw new CasparianError('NETWORK_ERROR', `The robots.txt of ${new URL(url).host} cannot be reached`, {
      why: 'Without it nothing may be requested (RFC 9309).',
    });
  });
}

function keyOf({ call }: RobotsGate, origin: string): string {
  return JSON.stringify([call.database.tenant, origin]);
}

/** Reads each file from the database once in a while, not for every request. */
function rememberingStore(gate: RobotsGate): RobotsStore {
  const { known } = gate.memory;
  const stored = createRobotsStore(gate.call.database);
  const remember = (record: RobotsRecord): void => {
    if (known.size >= MAX_REMEMBERED) known.clear();
    known.set(keyOf(gate, record.origin), { record, readAt: performance.now() });
  };
  return {
    get: async (origin) => {
      const entry = known.get(keyOf(gate, origin));
      if (entry && performance.now() - entry.readAt < REMEMBERED_MS && isFresh(entry.record)) return entry.record;
      const record = await stored.get(origin);
      if (record) remember(record);
      return record;
    },
    put: async (record) => {
      await stored.put(record);
      known.delete(keyOf(gate, record.origin));
    },
  };
}
