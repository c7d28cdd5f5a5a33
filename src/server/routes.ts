import type { Route } from './route.js';
import { INTAKE_ROUTES } from './routes/intakes.js';
import { JOB_ROUTES } from './routes/jobs.js';
import { KEY_ROUTES } from './routes/keys.js';
import { QUEUE_ROUTES } from './routes/queues.js';
import { SCHEDULE_ROUTES } from './routes/schedules.js';
import { SOURCE_ROUTES } from './routes/sources.js';
import { WORKER_ROUTES } from './routes/workers.js';

/** Every operation of the API. A new resource adds its table here. */
export const ROUTES: readonly Route[] = [
  ...JOB_ROUTES,
  ...QUEUE_ROUTES,
  ...SCHEDULE_ROUTES,
  ...WORKER_ROUTES,
  ...KEY_ROUTES,
  ...SOURCE_ROUTES,
  ...INTAKE_ROUTES,
];
