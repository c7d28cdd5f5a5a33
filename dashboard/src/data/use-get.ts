import { useEffect, useRef, useState } from 'preact/hooks';
import type { PathsOf, RequestOptions, Result } from '../../../src/client/index.js';
import { getUntyped } from './client.js';
import { isFlowing, onChange, whenFlowing } from './live.js';

/** What a view knows of something on the server. */
export interface Resource<T> {
  /** The newest that is known. It stays while newer data is loaded, and when that fails. */
  readonly data: T | undefined;
  readonly error: Error | undefined;
  /** Nothing is known yet. */
  readonly isLoading: boolean;
  readonly loadedAt: number | undefined;
  readonly reload: () => void;
}

export interface GetSettings {
  /** Loads again when one of these kinds of things changes, such as `job`. See `GET /v1/events/stream`. */
  readonly live?: readonly string[];
  /** Loads again after this time, for numbers that change without an event. */
  readonly everyMs?: number;
}

/** Kept for the way back: a page that was seen shows at once, and is loaded again. */
const cache = new Map<string, { data: unknown; at: number }>();
const MAX_CACHED = 100;
/** Changes of this long are loaded together. */
const COALESCE_MS = 1_000;

/** Reads from the server. Pass null as the path to read nothing. */
export function useGet<P extends PathsOf<'get'>>(
  path: P | null,
  options?: RequestOptions<'get', P>,
  { live, everyMs }: GetSettings = {},
): Resource<Result<'get', P>> {
  type Data = Result<'get', P>;
  const key = path === null ? '' : `${path} ${JSON.stringify(options ?? {})}`;
  const [, render] = useState(0);
  const state = useRef<{ key: string; data: Data | undefined; error: Error | undefined; at: number | undefined }>();
  if (state.current?.key !== key) {
    const known = cache.get(key);
    state.current = { key, data: known?.data as Data | undefined, error: undefined, at: known?.at };
  }
  const current = state.current;
  const loader = useRef<() => void>(() => undefined);

  useEffect(() => {
    if (path === null) return undefined;
    const stop = new AbortController();
    const load = async (): Promise<void> => {
      try {
        const data = await shared<Data>(key, path, options ?? {});
        if (stop.signal.aborted) return;
        Object.assign(current, { data, error: undefined, at: Date.now() });
        remember(key, data);
      } catch (error) {
        if (stop.signal.aborted) return;
        current.error = error as Error;
      }
      render((count) => count + 1);
    };
    loader.current = () => void load();
    const unfollow = follow(loader.current, live, everyMs);
    void load();
    return () => {
      stop.abort();
      unfollow();
    };
    // The key stands for path and options.
  }, [key, everyMs]);

  const { data, error, at: loadedAt } = current;
  const isLoading = path !== null && data === undefined && error === undefined;
  return { data, error, isLoading, loadedAt, reload: () => loader.current() };
}

/** Requests that are under way. Parts of a page that need the same thing ask for it once. */
const underWay = new Map<string, Promise<unknown>>();

function shared<T>(key: string, path: string, options: object): Promise<T> {
  const known = underWay.get(key) as Promise<T> | undefined;
  if (known) return known;
  const request = getUntyped<T>(path, options).finally(() => underWay.delete(key));
  underWay.set(key, request);
  return request;
}

/** Calls `load` after changes of these kinds, when the page may change. Returns how to stop. */
export function follow(load: () => void, live: readonly string[] | undefined, everyMs?: number): () => void {
  let isStale = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const loadSoon = (): void => {
    isStale = true;
    if (!isFlowing.peek()) return;
    timer ??= setTimeout(() => {
      timer = undefined;
      if (!isFlowing.peek()) return;
      isStale = false;
      load();
    }, COALESCE_MS);
  };
  const unlisten = onChange((kinds) => {
    if (kinds === 'everything' || live?.some((kind) => kinds.has(kind))) loadSoon();
  });
  const unwatch = whenFlowing(() => isStale && loadSoon());
  const interval = everyMs === undefined ? undefined : setInterval(loadSoon, everyMs);
  return () => {
    unlisten();
    unwatch();
    clearTimeout(timer);
    clearInterval(interval);
  };
}

function remember(key: string, data: unknown): void {
  cache.delete(key);
  cache.set(key, { data, at: Date.now() });
  const [oldest] = cache.keys();
  if (cache.size > MAX_CACHED && oldest !== undefined) cache.delete(oldest);
}

/** After another person signed in, nothing of before may be shown. */
export function forgetEverything(): void {
  cache.clear();
}
