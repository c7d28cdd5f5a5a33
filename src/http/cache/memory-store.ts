import type { CacheStore, StoredResponse } from './cache-store.js';

/** Variants of one URL that are kept: a response that varies by everything must not fill the memory. */
const MAX_VARIANTS = 16;

/** Keeps responses in this process, up to a number of URLs. The URL that was used least recently goes first. */
export function createMemoryCache({ maxUrls = 1_000 }: { maxUrls?: number | undefined } = {}): CacheStore {
  const entries = new Map<string, readonly StoredResponse[]>();
  return {
    get: (url) => {
      const variants = entries.get(url);
      if (variants) touch(url, variants);
      return Promise.resolve(variants ?? []);
    },
    put: (url, response) => {
      const others = (entries.get(url) ?? []).filter(({ variant }) => variant !== response.variant);
      touch(url, [response, ...others].slice(0, MAX_VARIANTS));
      const [oldest] = entries.keys();
      if (entries.size > maxUrls && oldest !== undefined) entries.delete(oldest);
      return Promise.resolve();
    },
    delete: (url) => {
      entries.delete(url);
      return Promise.resolve();
    },
  };

  function touch(url: string, variants: readonly StoredResponse[]): void {
    entries.delete(url);
    entries.set(url, variants);
  }
}
