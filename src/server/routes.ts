import type { Route } from './route.js';
import { AUDIT_ROUTES } from './routes/audit.js';
import { BULK_ROUTES } from './routes/bulk.js';
import { CORRECTION_ROUTES } from './routes/corrections.js';
import { CONTRACT_ROUTES } from './routes/dataset-contracts.js';
import { DATASET_ROUTES } from './routes/datasets.js';
import { EVENT_ROUTES } from './routes/events.js';
import { FILE_ROUTES } from './routes/files.js';
import { INSPECTION_ROUTES } from './routes/inspections.js';
import { INSTALLATION_ROUTES } from './routes/installation.js';
import { INTAKE_ROUTES } from './routes/intakes.js';
import { JOB_ROUTES } from './routes/jobs.js';
import { KEY_ROUTES } from './routes/keys.js';
import { LIVE_ROUTES } from './routes/live.js';
import { PARSER_ROUTES } from './routes/parsers.js';
import { PASSPORT_INPUT_ROUTES } from './routes/passport/inputs.js';
import { CHECK_ROUTES } from './routes/passport/checks.js';
import { EXPORT_ROUTES } from './routes/passport/exports.js';
import { PREVIEW_ROUTES } from './routes/passport/previews.js';
import { PASSPORT_ROUTES } from './routes/passport/passports.js';
import { PASSPORT_READING_ROUTES } from './routes/passport/reading.js';
import { PASSPORT_RULE_ROUTES } from './routes/passport/rules.js';
import { QUERY_ROUTES } from './routes/query.js';
import { QUARANTINE_ROUTES } from './routes/quarantine.js';
import { QUEUE_ROUTES } from './routes/queues.js';
import { REPAIR_ROUTES } from './routes/repairs.js';
import { SCHEDULE_ROUTES } from './routes/schedules.js';
import { SESSION_ROUTES } from './routes/session.js';
import { SKIPPED_ROUTES } from './routes/skipped.js';
import { SOURCE_ACTIVITY_ROUTES } from './routes/source-activity.js';
import { SOURCE_ROUTES } from './routes/sources.js';
import { STATS_ROUTES } from './routes/stats.js';
import { TASK_ROUTES } from './routes/tasks.js';
import { TRIAGE_ROUTES } from './routes/triage.js';
import { VALUATION_ROUTES } from './routes/valuations.js';
import { WEBHOOK_ROUTES } from './routes/webhooks.js';
import { WEBHOOK_SUBSCRIPTION_ROUTES } from './routes/webhook-subscriptions.js';
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
  ...INSPECTION_ROUTES,
  ...DATASET_ROUTES,
  ...QUERY_ROUTES,
  ...CONTRACT_ROUTES,
  ...QUARANTINE_ROUTES,
  // Before the corrections, whose path with an id would match it.
  ...REPAIR_ROUTES,
  ...CORRECTION_ROUTES,
  ...SKIPPED_ROUTES,
  ...PASSPORT_INPUT_ROUTES,
  ...PASSPORT_RULE_ROUTES,
  ...PASSPORT_ROUTES,
  ...CHECK_ROUTES,
  ...EXPORT_ROUTES,
  ...PREVIEW_ROUTES,
  ...PASSPORT_READING_ROUTES,
  // Before the events, whose path with an id would match it.
  ...LIVE_ROUTES,
  ...EVENT_ROUTES,
  ...AUDIT_ROUTES,
  ...WEBHOOK_ROUTES,
  ...WEBHOOK_SUBSCRIPTION_ROUTES,
  ...KEY_ROUTES,
  ...SESSION_ROUTES,
  ...STATS_ROUTES,
  ...INSTALLATION_ROUTES,
  ...SOURCE_ROUTES,
  ...SOURCE_ACTIVITY_ROUTES,
  ...INTAKE_ROUTES,
  ...VALUATION_ROUTES,
];
