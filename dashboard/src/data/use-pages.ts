import { useEffect, useRef, useState } from 'preact/hooks';
import type { Item, ListPaths, Page, RequestOptions } from '../../../src/client/index.js';
import { getUntyped } from './client.js';
import { follow, type GetSettings } from './use-get.js';

/** A list that grows page by page. Rows do not move by themselves. */
export interface Pages<T> {
  readonly items: readonly T[];
  readonly error: Error | undefined;
  readonly isLoading: boolean;
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  readonly more: () => void;
  /** How many new items wait to be shown; at most one page is counted. */
  readonly waiting: number;
  readonly showWaiting: () => void;
  /** Items that were here and are not in the list any more. They stay, dimmed. */
  readonly gone: ReadonlySet<string>;
  readonly reload: () => void;
}

export interface PagesSettings<T> extends GetSettings {
  readonly id: (item: T) => string;
  /** How many items a page has; 50 by default. */
  readonly limit?: number;
}

interface State<T> {
  key: string;
  items: T[];
  next: string | null | undefined;
  waiting: number;
  gone: ReadonlySet<string>;
  error: Error | undefined;
  isLoadingMore: boolean;
}

/** A page with a rare filter can be empty although there is more: read on, but not for ever. */
const MAX_EMPTY_PAGES = 5;

export function usePages<P extends ListPaths>(
  path: P | null,
  options: RequestOptions<'get', P> | undefined,
  { live, everyMs, id, limit = 50 }: PagesSettings<Item<P>>,
): Pages<Item<P>> {
  type T = Item<P>;
  const key = path === null ? '' : `${path} ${JSON.stringify(options ?? {})} ${limit}`;
  const [, render] = useState(0);
  const state = useRef<State<T>>(emptyState<T>(key));
  if (state.current.key !== key) state.current = emptyState<T>(key);
  const current = state.current;
  const actions = useRef({ reload: () => undefined as void, more: () => undefined as void });

  useEffect(() => {
    if (path === null) return undefined;
    const stop = new AbortController();
    const get = getUntyped<Page<T>>;
    const given = options as { query?: object } | undefined;
    const read = async (cursor: string | undefined): Promise<Page<T>> => {
      const items: T[] = [];
      let next: string | null = null;
      for (let pages = 0; pages < MAX_EMPTY_PAGES; pages++) {
        const query: object = { ...given?.query, limit, cursor };
        const page = await get(path, { ...given, query, signal: stop.signal });
        items.push(...page.items);
        next = page.next_cursor;
        if (next === null || items.length > 0) break;
        cursor = next;
      }
      return { items, next_cursor: next };
    };
    const attempt = async (work: () => Promise<void>): Promise<void> => {
      try {
        await work();
        current.error = undefined;
      } catch (error) {
        if (stop.signal.aborted) return;
        current.error = error as Error;
      }
      render((count) => count + 1);
    };
    const reload = (): Promise<void> =>
      attempt(async () => {
        const { items, next_cursor: next } = await read(undefined);
        Object.assign(current, { items, next, waiting: 0, gone: new Set() });
      });
    const refresh = (): Promise<void> =>
      attempt(async () => {
        if (current.next === undefined || current.items.length === 0) return reload();
        const { items, next_cursor: next } = await read(undefined);
        Object.assign(current, merged(current.items, items, next !== null, id));
      });
    const more = (): Promise<void> =>
      attempt(async () => {
        if (typeof current.next !== 'string' || current.isLoadingMore) return;
        current.isLoadingMore = true;
        render((count) => count + 1);
        try {
          const { items, next_cursor: next } = await read(current.next);
          const known = new Set(current.items.map(id));
          current.items = [...current.items, ...items.filter((item) => !known.has(id(item)))];
          current.next = next;
        } finally {
          current.isLoadingMore = false;
        }
      });
    actions.current = { reload: () => void reload(), more: () => void more() };
    const unfollow = follow(() => void refresh(), live, everyMs);
    void reload();
    return () => {
      stop.abort();
      unfollow();
    };
    // The key stands for path and options.
  }, [key, everyMs]);

  const { items, next, waiting, gone, error, isLoadingMore } = current;
  const isLoading = path !== null && next === undefined && error === undefined;
  return {
    ...{ items, error, isLoading, waiting, gone, isLoadingMore, more: () => actions.current.more() },
    ...{
      hasMore: typeof next === 'string',
      showWaiting: () => actions.current.reload(),
      reload: () => actions.current.reload(),
    },
  };
}

/** Known items change in place, new ones wait, and those that are gone stay until the next load. */
function merged<T>(
  shown: readonly T[],
  newest: readonly T[],
  hasMore: boolean,
  id: (item: T) => string,
): Pick<State<T>, 'items' | 'waiting' | 'gone'> {
  const byId = new Map(newest.map((item) => [id(item), item]));
  const known = new Set(shown.map(id));
  const lastAt = hasMore ? shown.findLastIndex((item) => byId.has(id(item))) : shown.length - 1;
  return {
    items: shown.map((item) => byId.get(id(item)) ?? item),
    waiting: newest.filter((item) => !known.has(id(item))).length,
    // Behind the last item of the page that was read, nothing is known.
    gone: new Set(
      shown
        .slice(0, lastAt + 1)
        .map(id)
        .filter((one) => !byId.has(one)),
    ),
  };
}

function emptyState<T>(key: string): State<T> {
  return { key, items: [], next: undefined, waiting: 0, gone: new Set(), error: undefined, isLoadingMore: false };
}
