import type * as z from 'zod';
import type { TenantExecutor } from '../../../database/index.js';
import type { Permission } from '../../../operations/index.js';
import type { Page as RecordPage } from '../../../passport/index.js';
import { placeId } from '../../own-job.js';
import { pagedRoute, pageOf } from '../../page.js';
import type { Route, RouteRequest, Shape } from '../../route.js';

interface RecordList<R extends { readonly id: string }, P extends Shape, Q extends Shape> {
  readonly id: string;
  readonly path: string;
  readonly permission: Permission;
  readonly summary: string;
  readonly params?: P;
  readonly query?: Q;
  readonly item: z.ZodType;
  readonly json: (record: R) => object;
  readonly find: (
    database: TenantExecutor,
    page: RecordPage,
    request: RouteRequest<P, Q, undefined>,
  ) => Promise<readonly R[]>;
}

/** A list of records, oldest first. Their ids have the order of creation. */
export function recordList<R extends { readonly id: string }, P extends Shape, Q extends Shape>({
  json,
  find,
  ...rest
}: RecordList<R, P, Q>): Route {
  return pagedRoute({
    ...rest,
    async list(request, { limit, after }) {
      const records = await find(request.database, { limit: limit + 1, after: placeId(after?.id) }, request);
      return pageOf(records, limit, { item: json, place: ({ id }) => ({ t: 0, id }) });
    },
  });
}
