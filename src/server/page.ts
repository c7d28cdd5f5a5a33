import * as z from 'zod';
import { cursorOf, type Place, placeOf } from './request/cursor.js';
import { type Route, route, type RouteRequest, type Shape } from './route.js';

const MAX_LIMIT = 200;
const DEFAULT_LIMIT = 50;

const PAGE_QUERY = {
  limit: z.int().min(1).max(MAX_LIMIT).default(DEFAULT_LIMIT).describe('How many items a page has at most'),
  cursor: z.string().max(1_000).optional().describe('The next_cursor of the page before'),
};

/** Which page is wanted. */
export interface PageRequest {
  readonly limit: number;
  /** The last item of the page before. */
  readonly after: Place | undefined;
}

export interface Page {
  readonly items: readonly unknown[];
  /** The last item, if there may be more. */
  readonly next: Place | null;
}

interface PagedRoute<P extends Shape, Q extends Shape> extends Omit<
  Route,
  'method' | 'params' | 'query' | 'body' | 'response' | 'handle' | 'isPaged'
> {
  readonly params?: P;
  readonly query?: Q;
  readonly item: z.ZodType;
  readonly list: (request: RouteRequest<P, Q, undefined>, page: PageRequest) => Promise<Page>;
}

/** Declares a list: `{items, next_cursor}`, or all pages as NDJSON. */
export function pagedRoute<P extends Shape, Q extends Shape>(paged: PagedRoute<P, Q>): Route {
  const { item, list, query, ...rest } = paged;
  return route({
    ...rest,
    method: 'GET',
    query: { ...query, ...PAGE_QUERY } as Q & typeof PAGE_QUERY,
    response: z.object({ items: z.array(item), next_cursor: z.string().nullable() }),
    isPaged: true,
    async handle(request) {
      const { limit, cursor } = request.query as { limit: number; cursor: string | undefined };
      const after = cursor === undefined ? undefined : placeOf(cursor);
      const { items, next } = await list(request as unknown as RouteRequest<P, Q, undefined>, { limit, after });
      return { items, next_cursor: next === null ? null : cursorOf(next) };
    },
  });
}

/** A page of rows of which one more than the limit was read. */
export function pageOf<R>(
  rows: readonly R[],
  limit: number,
  { item, place }: { item: (row: R) => unknown; place: (row: R) => Place },
): Page {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { items: shown.map(item), next: rows.length > limit && last !== undefined ? place(last) : null };
}

/**
 * A page of a list that is short enough to be read as a whole. Ids must be unique. If the last item of the page before is gone, the
 * page begins where it was.
 */
export function pageOfAll<R>(
  rows: readonly R[],
  { limit, after }: PageRequest,
  { item, id }: { item: (row: R) => unknown; id: (row: R) => string },
): Page {
  const known = rows.findIndex((row) => id(row) === after?.id);
  const start = after === undefined ? 0 : known === -1 ? Number(after.t) || 0 : known + 1;
  const wanted = rows.slice(start, start + limit + 1);
  return pageOf(wanted, limit, { item, place: (row) => ({ t: start + limit - 1, id: id(row) }) });
}
