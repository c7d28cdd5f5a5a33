import {
  type Dialect,
  RELAXED_COMMIT,
  type TenantDatabase,
  type TenantExecutor,
  type TenantTransaction,
} from '../../database/index.js';
import { requireName } from '../names.js';
import { inSavepoint } from '../stores/savepoint.js';
import { type Bucket, CLOCK_STEP_US, current, meterOf, NEW_BUCKET, takeFrom } from './gcra.js';
import { inTransaction } from './in-transaction.js';
import { together } from './together.js';
import { type Emission, emissionOf, type Rate, requireTokens } from './rate.js';

export interface TokenRequest {
  /** What is limited, such as `source ebay`. A limit belongs to its tenant. */
  key: string;
  rate: Rate;
  /** How many tokens; 1 by default. 0 only reads. */
  n?: number | undefined;
  /** Reserves tokens that are available within this time. The default is 0: now or not at all. */
  maxWaitMs?: number | undefined;
}

export type TokenAnswer = TokensGranted | TokensRefused;

export interface TokensGranted {
  granted: true;
  /** Use the tokens after this time. 0 without `maxWaitMs`. */
  waitMs: number;
  remaining: number;
  /** Until the bucket is full again. */
  resetMs: number;
}

export interface TokensRefused {
  granted: false;
  key: string;
  /** By the database's clock, in milliseconds since 1970. Null if the rate is 0: no time is known. */
  retryAt: number | null;
  retryMs: number | null;
  remaining: number;
  resetMs: number;
}

/** Microseconds by the database's clock. Unlike cf_now(), it moves during a transaction. */
export const NOW_US: Readonly<Record<Dialect, string>> = {
  sqlite: 'cf_now() * 1000',
  postgres: '(extract(epoch FROM clock_timestamp()) * 1000000)::bigint',
};

/**
 * Takes tokens of a rate limit that all processes share. One statement on one row, so that it is exact without a lock of the
 * caller. Nothing is written when it refuses. Calls of this process that ask for the same while a statement is under way share
 * the next one. With a database rather than a transaction, the grant does not wait for the disk.
 */
export async function takeTokens(executor: TenantExecutor, request: TokenRequest): Promise<TokenAnswer> {
  return takeAt(executor, request, null);
}

/** How many tokens are left, without taking any. */
export function peekTokens(
  executor: TenantExecutor,
  request: Pick<TokenRequest, 'key' | 'rate'>,
): Promise<TokenAnswer> {
  return takeTokens(executor, { ...request, n: 0 });
}

/**
 * Takes from several limits, or from none of them. They are locked in the order of their keys, so that two callers cannot wait
 * for each other. Returns the first refusal.
 */
export async function takeTokensOfAll(
  executor: TenantDatabase | TenantTransaction,
  requests: readonly TokenRequest[],
): Promise<TokenAnswer> {
  const inOrder = requests.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  return inTransaction(executor, async (tx) => {
    const taken = await inSavepoint(tx.scope, async () => {
      const grants: TokensGranted[] = [];
      for (const request of inOrder) {
        const answer = await takeTokens(tx, request);
        if (!answer.granted) throw new RefusedByOne(answer);
        grants.push(answer);
      }
      return strictest(grants);
    });
    if ('answer' in taken) return taken.answer;
    if (taken.error instanceof RefusedByOne) return taken.error.answer;
    throw taken.error;
  });
}

/** Undoes the savepoint. */
class RefusedByOne extends Error {
  readonly answer: TokensRefused;

  constructor(answer: TokensRefused) {
    super('one of the limits refused');
    this.answer = answer;
  }
}

function strictest(grants: readonly TokensGranted[]): TokensGranted {
  const start: TokensGranted = { granted: true, waitMs: 0, remaining: Infinity, resetMs: 0 };
  return grants.reduce(
    (all, { waitMs, remaining, resetMs }) => ({
      granted: true,
      waitMs: Math.max(all.waitMs, waitMs),
      remaining: Math.min(all.remaining, remaining),
      resetMs: Math.max(all.resetMs, resetMs),
    }),
    start,
  );
}

/** @internal The clock as an argument; null is the database's. */
export async function takeAt(
  executor: TenantExecutor,
  request: TokenRequest,
  nowUs: number | null,
): Promise<TokenAnswer> {
  const { n = 1, maxWaitMs = 0 } = request;
  const key = requireName('key of a limit', request.key);
  const rate = emissionOf(request.rate);
  requireTokens(n, rate);
  if (n > 0 && rate.emissionUs > 0) {
    const wanted = { key, rate, n, maxWaitUs: Math.round(maxWaitMs * 1_000) };
    const row = await (isDatabase(executor)
      ? together(executor, JSON.stringify([wanted, nowUs]), (count) => takeMany(executor, wanted, { count, nowUs }))
      : takeMany(executor, wanted, { count: 1, nowUs }).then(([first]) => first));
    if (row) return granted(row, rate);
  }
  return refusedOrRead(executor, { key, rate, n }, nowUs);
}

function isDatabase(executor: TenantExecutor): executor is TenantDatabase {
  return 'queryRelaxed' in executor;
}

interface TakenRow {
  tat_us: number;
  seen_us: number;
}

/** Takes n tokens as often as possible, up to `count` times. Returns the state after each of them. */
async function takeMany(
  executor: TenantExecutor,
  { key, rate, n, maxWaitUs }: { key: string; rate: Emission; n: number; maxWaitUs: number },
  { count, nowUs }: { count: number; nowUs: number | null },
): Promise<TakenRow[]> {
  const stepUs = n * rate.emissionUs;
  const values = [executor.tenant, key, rate.emissionUs, rate.burst, stepUs, count, maxWaitUs, nowUs];
  const [row] = isDatabase(executor)
    ? await executor.queryRelaxed<TakenRow & { granted: number }>(TAKE_RELAXED[executor.dialect], values)
    : await executor.query<TakenRow & { granted: number }>(TAKE[executor.dialect], values);
  if (!row) return [];
  const { tat_us: last, seen_us, granted: times } = row;
  return Array.from({ length: times }, (_, index) => ({ tat_us: last - (times - 1 - index) * stepUs, seen_us }));
}

function granted({ tat_us: tatUs, seen_us: nowUs }: TakenRow, rate: Emission): TokensGranted {
  const { remaining, resetUs } = meterOf(tatUs, rate, nowUs);
  const waitUs = Math.max(0, tatUs - rate.emissionUs * rate.burst - nowUs);
  return { granted: true, waitMs: waitUs / 1_000, remaining, resetMs: resetUs / 1_000 };
}

async function refusedOrRead(
  executor: TenantExecutor,
  { key, rate, n }: { key: string; rate: Emission; n: number },
  at: number | null,
): Promise<TokenAnswer> {
  const { bucket, nowUs } = await readBucket(executor, key, at);
  if (n > 0) await adjustBucket(executor, { key, bucket, rate }, nowUs);
  const answer = takeFrom(bucket, rate, { nowUs, n, maxWaitUs: 0 });
  const { remaining, resetUs } = meterOf(current(bucket, rate, nowUs).tatUs, rate, answer.nowUs);
  const meter = { remaining, resetMs: resetUs / 1_000 };
  if (n === 0 && rate.emissionUs > 0) return { granted: true, waitMs: 0, ...meter };
  // A token became available since the refusal: the caller may ask again at once.
  const retryUs = answer.granted ? 0 : answer.retryUs;
  if (retryUs === null) return { granted: false, key, retryAt: null, retryMs: null, ...meter };
  return { granted: false, key, retryAt: Math.ceil((nowUs + retryUs) / 1_000), retryMs: retryUs / 1_000, ...meter };
}

/**
 * Stores a changed rate or a corrected clock, which a refusal does not: it would seem new at every refusal, and the bucket would
 * never fill. Does nothing if another statement was faster.
 */
async function adjustBucket(
  executor: TenantExecutor,
  { key, bucket, rate }: { key: string; bucket: Bucket; rate: Emission },
  nowUs: number,
): Promise<void> {
  const { emissionUs, burst, tatUs, seenUs } = bucket;
  const isNew = bucket === NEW_BUCKET || rate.emissionUs === 0;
  const isSame = emissionUs === rate.emissionUs && burst === rate.burst && seenUs - nowUs <= CLOCK_STEP_US;
  if (isNew || isSame) return;
  const now = current(bucket, rate, nowUs);
  const values = [now.tatUs, now.nowUs, rate.emissionUs, rate.burst, executor.tenant, key, tatUs, seenUs];
  await executor.query(ADJUST[executor.dialect], values);
}

async function readBucket(
  executor: TenantExecutor,
  key: string,
  at: number | null,
): Promise<{ bucket: Bucket; nowUs: number }> {
  const [row] = await executor.query<StoredBucket>(READ[executor.dialect], [at, executor.tenant, key]);
  if (!row) throw new Error('an outer join with one row always returns one row');
  const { now_us: nowUs, tat_us: tatUs, seen_us: seenUs, emission_us: emissionUs, burst } = row;
  return { bucket: tatUs === null ? NEW_BUCKET : { tatUs, seenUs: seenUs ?? 0, emissionUs, burst }, nowUs };
}

interface StoredBucket {
  now_us: number;
  tat_us: number | null;
  seen_us: number | null;
  emission_us: number | null;
  burst: number | null;
}

const TAKE: Readonly<Record<Dialect, string>> = {
  sqlite: takeStatement('sqlite'),
  postgres: takeStatement('postgres'),
};
/** SQLite's connection decides about the disk, PostgreSQL's statement. */
const TAKE_RELAXED: Readonly<Record<Dialect, string>> = {
  sqlite: TAKE.sqlite,
  postgres: takeStatement('postgres', RELAXED_COMMIT),
};
const READ: Readonly<Record<Dialect, string>> = {
  sqlite: readStatement('sqlite'),
  postgres: readStatement('postgres'),
};

const ADJUST: Readonly<Record<Dialect, string>> = {
  sqlite: adjustStatement('sqlite'),
  postgres: adjustStatement('postgres'),
};

function adjustStatement(dialect: Dialect): string {
  const place = placeholders(dialect);
  return `
UPDATE cf_limits SET tat_us = ${place()}, seen_us = ${place()}, emission_us = ${place()}, burst = ${place()}
WHERE tenant = ${place()} AND key = ${place()} AND tat_us = ${place()} AND seen_us = ${place()}`;
}

/**
 * `takeFrom` of gcra.ts in SQL, as often as possible. The time is read once, before the row is locked: a statement that waited
 * for the lock has an old time, which can only refuse too much. WHERE true separates the SELECT from ON CONFLICT for SQLite's
 * parser.
 */
function takeStatement(dialect: Dialect, commit = "'as usual'"): string {
  // Numbered: the planner needs a type for each, and two of them are used twice.
  const parameter = (number: number, type: string): string =>
    dialect === 'sqlite' ? `?${number}` : `CAST($${number} AS ${type})`;
  const [emission, burst, step, count] = ['BIGINT', 'INTEGER', 'BIGINT', 'BIGINT'].map((type, index) =>
    parameter(index + 3, type),
  ) as [string, string, string, string];
  const maxWait = parameter(7, 'BIGINT');
  const [least, greatest] = dialect === 'sqlite' ? ['min', 'max'] : ['least', 'greatest'];
  const back = '(cf_limits.seen_us - excluded.seen_us)';
  const isStep = `${back} > ${CLOCK_STEP_US}`;
  const now = `(CASE WHEN ${isStep} THEN excluded.seen_us ELSE ${greatest}(cf_limits.seen_us, excluded.seen_us) END)`;
  const moved = `(CASE WHEN ${isStep} THEN cf_limits.tat_us - ${back} ELSE cf_limits.tat_us END)`;
  const tolerance = '(excluded.emission_us * excluded.burst)';
  const isSame = 'cf_limits.emission_us = excluded.emission_us AND cf_limits.burst = excluded.burst';
  // coalesce: the comparison with a rate that was never set is NULL.
  const tat = `CASE WHEN coalesce(${isSame}, FALSE) THEN ${moved} ELSE ${least}(${moved}, ${now} + ${tolerance}) END`;
  const start = `${greatest}(${tat}, ${now})`;
  const possible = (from: string): string => `(${maxWait} + ${from}) / ${step}`;
  const times = `${least}(${count}, ${possible(`${now} + ${tolerance} - ${start}`)})`;
  return `
INSERT INTO cf_limits (tenant, key, emission_us, burst, tat_us, seen_us, granted)
SELECT ${parameter(1, 'TEXT')}, ${parameter(2, 'TEXT')}, ${emission}, ${burst},
  clock.now_us + ${step} * clock.times, clock.now_us, clock.times
FROM (SELECT coalesce(${parameter(8, 'BIGINT')}, ${NOW_US[dialect]}) AS now_us,
  ${least}(${count}, ${possible(`${emission} * ${burst}`)}) AS times, ${commit} AS kept LIMIT 1) AS clock WHERE kept IS NOT NULL
ON CONFLICT (tenant, key) DO UPDATE SET tat_us = ${start} + ${step} * ${times}, seen_us = ${now},
  emission_us = excluded.emission_us, burst = excluded.burst, granted = ${times}
WHERE ${times} >= 1
RETURNING tat_us, seen_us, granted`;
}

function readStatement(dialect: Dialect): string {
  const place = placeholders(dialect);
  return `
SELECT clock.now_us, tat_us, seen_us, emission_us, burst
FROM (SELECT coalesce(CAST(${place()} AS BIGINT), ${NOW_US[dialect]}) AS now_us) AS clock
LEFT JOIN cf_limits ON tenant = ${place()} AND key = ${place()}`;
}

/** The placeholders of a statement, in the order of their values. */
function placeholders(dialect: Dialect): () => string {
  let count = 0;
  return () => (dialect === 'sqlite' ? '?' : `$${++count}`);
}
