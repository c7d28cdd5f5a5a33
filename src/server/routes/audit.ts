import * as z from 'zod';
import { exportEvents, treeHeads } from '../../events/index.js';
import { treeHeadJson } from '../../events/tree/head-json.js';
import { verifyJson } from '../../events/verify/verify-json.js';
import { verifyLog } from '../../operations/index.js';
import { exactJson } from '../../platform/index.js';
import { pagedRoute, pageOfAll } from '../page.js';
import { BytesReply } from '../respond/reply.js';
import { startedStream } from '../respond/started-stream.js';
import { type Route, route } from '../route.js';
import { EVENT_FILTER, eventFilterOf } from './events.js';

const HEAD = z
  .object({
    tenant: z.string(),
    tree_size: z.int(),
    root_hash: z.string(),
    signed_at: z.string(),
    key_id: z.string(),
    public_key: z.string(),
    signature: z.string(),
  })
  .meta({ id: 'TreeHead' });

const VERIFICATION = z
  .object({
    ok: z.boolean(),
    chains: z.int(),
    events: z.int(),
    broken: z.array(
      z.object({
        aggregate_type: z.string(),
        aggregate_id: z.string(),
        aggregate_version: z.int(),
        reason: z.string(),
      }),
    ),
    broken_chains: z.int(),
    tree_heads: z.int(),
    unsealed: z.int(),
    complete: z.boolean(),
    newest_head: HEAD.nullable(),
  })
  .meta({ id: 'LogVerification' });

/** Whether the log is intact, and the log as a file that others can verify. */
export const AUDIT_ROUTES: readonly Route[] = [
  route({
    id: 'audit.verify',
    method: 'POST',
    path: '/v1/audit/verify',
    permission: 'audit:read',
    isRead: true,
    summary: 'Recompute every chain of the event log and compare it with the signed tree heads',
    description: 'Reads the whole log: about 30 seconds for a million events.',
    response: VERIFICATION,
    async handle({ engine, caller, services, signal }) {
      const ownKeys = (await services.publishedKeys()).map(({ publicKey }) => publicKey);
      const options = { publicKeys: [], headFiles: [], ownKeys, onProgress: () => undefined, signal };
      return verifyJson(await verifyLog(engine.database, caller.tenant, options));
    },
  }),
  pagedRoute({
    id: 'audit.heads',
    path: '/v1/audit/tree-heads',
    permission: 'audit:read',
    summary: 'List the signed tree heads of the event log, newest first',
    item: HEAD,
    async list({ engine, caller }, page) {
      const heads = (await treeHeads(engine.database, caller.tenant)).toReversed();
      return pageOfAll(heads, page, { item: treeHeadJson, id: ({ treeSize }) => String(treeSize) });
    },
  }),
  route({
    id: 'audit.export',
    method: 'GET',
    path: '/v1/audit/export',
    permission: 'audit:read',
    summary: 'Download the event log as lines of JSON that can be verified elsewhere',
    query: EVENT_FILTER,
    response: {
      contentType: 'application/x-ndjson',
      description: 'Events and tree heads, one JSON value per line; `events verify` reads them',
    },
    async handle({ engine, caller, query }) {
      const lines = linesOf(exportEvents(engine.database, caller.tenant, eventFilterOf(query)));
      return new BytesReply(await startedStream(lines), 'application/x-ndjson', {
        'content-disposition': 'attachment; filename="events.ndjson"',
      });
    },
  }),
];

async function* linesOf(records: AsyncIterable<Readonly<Record<string, unknown>>>): AsyncGenerator<Buffer> {
  for await (const record of records) yield Buffer.from(`${exactJson(record)}\n`);
}
