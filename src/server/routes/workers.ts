import * as z from 'zod';
import { listWorkers, type WorkerRecord } from '../../engine/index.js';
import { workerJson } from '../../engine/worker-json.js';
import { isoTime } from '../../platform/index.js';
import { pagedRoute, pageOfAll } from '../page.js';
import type { Route } from '../route.js';
import { TIME_OR_NULL } from '../schemas/values.js';

const WORKER = z
  .object({
    id: z.string(),
    host: z.string(),
    pid: z.int(),
    types: z.array(z.string()),
    queues: z.array(z.string()).nullable().describe('Null: all'),
    tenants: z.array(z.string()).nullable().describe('Null: all'),
    concurrency: z.int(),
    alive: z.boolean().describe('Its last heartbeat is more recent than its lease time'),
    started_at: TIME_OR_NULL,
    heartbeat_at: TIME_OR_NULL,
  })
  .meta({ id: 'Worker' });

export const WORKER_ROUTES: readonly Route[] = [
  pagedRoute({
    id: 'workers.list',
    path: '/v1/workers',
    permission: 'installation:read',
    installation: true,
    summary: 'List workers',
    item: WORKER,
    list: async ({ engine }, page) =>
      pageOfAll(await listWorkers(engine.database), page, { item: workerDetails, id: ({ id }) => id }),
  }),
];

function workerDetails(worker: WorkerRecord): object {
  const { alive, startedAt, heartbeatAt } = worker;
  return { ...workerJson(worker), alive, started_at: isoTime(startedAt), heartbeat_at: isoTime(heartbeatAt) };
}
