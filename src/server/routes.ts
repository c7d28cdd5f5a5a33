import type { Route } from './route.js';
import { BULK_ROUTES } from './routes/bulk.js';
import { CONTRACT_ROUTES } from './routes/dataset-contracts.js';
import { DATASET_ROUTES } from './routes/datasets.js';
import { EVENT_ROUTES } from './routes/events.js';
import { FILE_ROUTES } from './routes/files.js';
import { INTAKE_ROUTES } from './routes/intakes.js';
import { JOB_ROUTES } from './routes/jobs.js';
import { KEY_ROUTES } from './routes/keys.js';
import { LIVE_ROUTES } from './routes/live.js';
import { PARSER_ROUTES } from './routes/parsers.js';
import { PASSPORT_INPUT_ROUTES } from './routes/passport/inputs.js';
import { PASSPORT_ROUTES } from './routes/passport/passports.js';
import { PASSPORT_RULE_ROUTES } from './routes/passport/rules.js';
import { QUARANTINE_ROUTES } from './routes/quarantine.js';
import { QUEUE_ROUTES } from './routes/queues.js';
import { REPAIR_ROUTES } from './routes/repairs.js';
import { SCHEDULE_ROUTES } from './routes/schedules.js';
import { SKIPPED_ROUTES } from './routes/skipped.js';
import { SOURCE_ROUTES } from './routes/sources.js';
import { STATS_ROUTES } from './routes/stats.js';
import { TASK_ROUTES } from './routes/tasks.js';
import { TRIAGE_ROUTES } from './routes/triage.js';
import { WEBHOOK_ROUTES } from './routes/webhooks.js';
import { WORKER_ROUTES } from './routes/workers.js';

/** Every operation of the API. A new resource adds its table here. */
export const ROUTES: readonly Route[] = [
  ...JOB_ROUTES,
  ...BULK_ROUTES,
  ...TASK_ROUTES,
  ...TRIAGE_ROUTES,
  ...QUEUE_ROUTES,
  ...SCHEDULE_ROUTES,
  ...WORKER_ROUTES,
  ...PARSER_ROUTES,
  ...FILE_ROUTES,
  ...DATASET_ROUTES,
  ...CONTRACT_ROUTES,
  ...QUARANTINE_ROUTES,
  ...REPAIR_ROUTES,
  ...SKIPPED_ROUTES,
  ...PASSPORT_INPUT_ROUTES,
  ...PASSPORT_RULE_ROUTES,
  ...PASSPORT_ROUTES,
  // Before the events, whose path with an id would match it.
  ...LIVE_ROUTES,
  ...EVENT_ROUTES,
  ...WEBHOOK_ROUTES,
  ...KEY_ROUTES,
  ...STATS_ROUTES,
  ...SOURCE_ROUTES,
  ...INTAKE_ROUTES,
];
