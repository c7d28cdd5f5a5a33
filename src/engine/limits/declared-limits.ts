import { createHash } from 'node:crypto';
import { CasparianError } from '../../platform/index.js';
import { type Emission, emissionOf, type Rate } from './rate.js';
import { requireConcurrency } from './slots.js';

/** A limit of a job type, for each tenant separately. */
export interface LimitOptions<Payload = unknown> {
  /** Jobs with the same key share the limit; without it, all jobs of the type. No limit applies if it returns null or undefined. */
  key?: ((payload: Payload) => string | number | null | undefined) | undefined;
  /** How many may run at once. */
  concurrency?: number | undefined;
  /** How many may start. */
  rate?: Rate | undefined;
}

export interface DeclaredLimit {
  readonly key: ((payload: unknown) => string | number | null | undefined) | undefined;
  readonly bounds: Bounds;
}

export interface Bounds {
  readonly concurrency: number | null;
  readonly rate: Emission | null;
}

/** A limit that applies to a job. */
export interface JobLimit extends Bounds {
  readonly tenant: string;
  readonly key: string;
}

/** Queues belong to no tenant, so their limits do not either. */
export const ALL_TENANTS = '*';

const MAX_VALUE_CHARS = 200;

export function declaredLimits<Payload>(limits: readonly LimitOptions<Payload>[]): DeclaredLimit[] {
  return limits.map(({ key, concurrency, rate }) => {
    if (concurrency === undefined && rate === undefined) {
      throw new CasparianError('OPTION_INVALID', 'A limit has no effect', {
        why: 'It has neither a concurrency nor a rate.',
      });
    }
    return { key: key as DeclaredLimit['key'], bounds: boundsOf({ concurrency, rate }) };
  });
}

export function boundsOf({ concurrency, rate }: Pick<LimitOptions, 'concurrency' | 'rate'>): Bounds {
  return {
    concurrency: concurrency === undefined ? null : requireConcurrency(concurrency),
    rate: rate === undefined ? null : emissionOf(rate),
  };
}

/** The limits of a job by its type. Throws what the key function throws. */
export function limitsOfType(
  { type, tenant }: { type: string; tenant: string },
  limits: readonly DeclaredLimit[],
  payload: unknown,
): JobLimit[] {
  return limits.flatMap(({ key, bounds }, index) => {
    const name = index === 0 ? `type ${type}` : `type ${type} #${index + 1}`;
    if (!key) return [{ tenant, key: name, ...bounds }];
    const value = key(payload);
    return value === null || value === undefined ? [] : [{ tenant, key: `${name}: ${shortened(value)}`, ...bounds }];
  });
}

export function keyOfQueue(queue: string): string {
  return `queue ${queue}`;
}

function shortened(value: string | number): string {
  const text = String(value);
  if (text.length <= MAX_VALUE_CHARS && !text.includes('\0')) return text;
  return createHash('sha256').update(text).digest('hex');
}
