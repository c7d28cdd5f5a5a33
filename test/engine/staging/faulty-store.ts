import type { JobStore } from '../../../src/engine/index.js';
import { CasparianError } from '../../../src/platform/index.js';

export interface FaultPlan {
  /** The method that fails, and at which of its calls, counted from 1. */
  method: keyof JobStore;
  call: number;
  /** Before the database heard of it, or after it did all of it and only the answer got lost. */
  when: 'before' | 'after';
}

export interface FaultyStore {
  store: JobStore;
  /** The names of the calls so far. */
  calls: (keyof JobStore)[];
}

/** The store, but for one call, which fails as if the connection had broken. */
export function faultyStore(inner: JobStore, plan: FaultPlan): FaultyStore {
  const calls: (keyof JobStore)[] = [];
  const store = new Proxy(inner, {
    get: (target, name: keyof JobStore) => {
      return async (...args: unknown[]) => {
        calls.push(name);
        const fails = name === plan.method && calls.filter((one) => one === name).length === plan.call;
        if (fails && plan.when === 'before') throw connectionBroke(name);
        const answer = await (target[name] as (...given: unknown[]) => Promise<unknown>).apply(target, args);
        if (fails) throw connectionBroke(name);
        return answer;
      };
    },
  });
  return { store, calls };
}

function connectionBroke(name: string): CasparianError {
  return new CasparianError('DATABASE_UNAVAILABLE', `the connection broke during ${name}`);
}
