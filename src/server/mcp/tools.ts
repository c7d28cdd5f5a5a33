import * as z from 'zod';
import { JOB_STATUSES } from '../../engine/index.js';
import { DOCTOR, EXPLAIN_PASSPORT_FIELD, SHOW_PASSPORT, STATUS, VERIFY_PASSPORT } from './own-routes.js';
import { bulkRoute, routeNamed, type Tool } from './tool.js';

/** Pages for a model are shorter than those for a program. */
const LIMIT = { limit: z.int().min(1).max(100).default(20).describe('How many items are returned at most') };
const PAGED = 'To read on, call it again with the next_cursor of the result as cursor.';

const JOBS: readonly Tool[] = [
  {
    name: 'status',
    description:
      'Start here. Counts jobs by state and quarantined rows, and groups failed jobs by their error. Counts that stop early say "capped".',
    route: STATUS,
  },
  {
    name: 'list_jobs',
    description: `Lists jobs, newest first, with their last error. Filter by status (${JOB_STATUSES.join(', ')}), type, queue or parser. ${PAGED}`,
    route: routeNamed('jobs.list'),
    replaced: LIMIT,
  },
  {
    name: 'show_job',
    description: 'Shows one job with its payload, result and the errors of all attempts.',
    route: routeNamed('jobs.get'),
  },
  {
    name: 'explain_job',
    description: 'Explains why a job is not running or why it ended, and what to do about it.',
    route: routeNamed('jobs.why'),
  },
  {
    name: 'read_job_log',
    description: 'Shows what a job logged and what its program printed. Of a long log, the end is shown.',
    route: routeNamed('jobs.logs'),
    keeps: 'end',
  },
  {
    name: 'list_problems',
    description: 'Groups failed and dead jobs by type and error, with a count and an example of each group.',
    route: routeNamed('triage.groups'),
    replaced: { ...LIMIT, id: undefined },
  },
  {
    name: 'count_bulk_jobs',
    description: 'Counts the jobs that change_bulk_jobs with the same filter and action would change. Changes nothing.',
    route: bulkRoute('bulk.count', 'jobs'),
  },
  {
    name: 'count_bulk_rows',
    description:
      'Counts the quarantined rows that change_bulk_rows with the same filter would change. Changes nothing.',
    route: bulkRoute('bulk.count', 'quarantine'),
  },
  {
    name: 'show_bulk',
    description: 'Shows how far a bulk operation is, and what it changed and skipped.',
    route: routeNamed('bulk.get'),
  },
  {
    name: 'list_workers',
    description: `Lists the processes that run jobs, and when each was last seen. ${PAGED}`,
    route: routeNamed('workers.list'),
    replaced: LIMIT,
  },
  {
    name: 'doctor',
    description:
      'Checks the database, tools, folders and settings of the installation. Each failed check says what to do.',
    route: DOCTOR,
  },
];

const DATA: readonly Tool[] = [
  {
    name: 'list_datasets',
    description: `Lists the datasets with their number of rows. ${PAGED}`,
    route: routeNamed('datasets.list'),
    replaced: LIMIT,
  },
  {
    name: 'describe_dataset',
    description: 'Shows the columns and types of a dataset. Call it before query_datasets.',
    route: routeNamed('datasets.get'),
  },
  {
    name: 'query_datasets',
    description:
      'Runs one SELECT statement (DuckDB SQL) over the datasets; each is a table. It cannot change anything or read files, and ends after 30 seconds. Aggregate in SQL instead of reading many rows.',
    route: routeNamed('query.run'),
    replaced: { limit: z.int().min(1).max(500).default(50).describe('How many rows are returned at most') },
  },
  {
    name: 'trace_rows',
    description:
      'Shows from which files, rows and jobs the rows of a dataset come, and whether the files are unchanged. `where` is a condition in SQL that selects the rows.',
    route: routeNamed('datasets.lineage'),
    replaced: LIMIT,
  },
  {
    name: 'list_quarantine_groups',
    description:
      'Groups rows that broke their contract by parser, column and error, with counts and an example of each group.',
    route: routeNamed('quarantine.groups'),
    replaced: LIMIT,
  },
  {
    name: 'list_quarantined_rows',
    description: `Lists rows that broke their contract, with the error and the row as it was read. ${PAGED}`,
    route: routeNamed('quarantine.list'),
    replaced: LIMIT,
  },
  {
    name: 'list_suggested_repairs',
    description:
      'Shows changes of contracts that make quarantined rows valid, with the number of rows that each repairs and breaks, as they were computed last.',
    route: routeNamed('repairs.list'),
  },
  {
    name: 'try_repair',
    description: 'Shows rows before and after a suggested repair. It changes nothing.',
    route: routeNamed('repairs.try'),
  },
];

const PASSPORTS: readonly Tool[] = [
  {
    name: 'list_passports',
    description: `Lists battery passports. ${PAGED}`,
    route: routeNamed('passports.list'),
    replaced: LIMIT,
  },
  {
    name: 'show_passport',
    description: 'Shows the content of a battery passport: the version in force, or else the newest one.',
    route: SHOW_PASSPORT,
  },
  {
    name: 'verify_passport',
    description:
      'Verifies the hashes, the proof and the signature of a battery passport. Each check says what it found.',
    route: VERIFY_PASSPORT,
  },
  {
    name: 'explain_passport_field',
    description: 'Traces the value of a field of a battery passport back to its rule, facts and places in documents.',
    route: EXPLAIN_PASSPORT_FIELD,
  },
];

const PRICES: readonly Tool[] = [
  {
    name: 'list_sources',
    description: `Lists the sources of prices with their state, success rate and last error. ${PAGED}`,
    route: routeNamed('sources.health'),
    replaced: LIMIT,
  },
  {
    name: 'list_prices',
    description: `Lists collected prices, also those of one item (intake) or source. ${PAGED}`,
    route: routeNamed('prices.list'),
    replaced: LIMIT,
  },
  {
    name: 'show_valuation',
    description: 'Shows the value of an item, and the prices and steps that it was computed from.',
    route: routeNamed('valuations.get'),
  },
];

const EVENTS: readonly Tool[] = [
  {
    name: 'list_events',
    description: `Lists the audit log, newest first: who changed what, and when. ${PAGED}`,
    route: routeNamed('events.list'),
    replaced: LIMIT,
  },
];

const CHANGES: readonly Tool[] = [
  {
    name: 'enqueue_job',
    description:
      'Creates a job. Give an idempotency_key, so that a repeated call does not create a second one. Returns its id; follow it with show_job.',
    route: routeNamed('jobs.create'),
    replaced: { allow_unknown_type: undefined },
  },
  { name: 'retry_job', description: 'Runs a failed, dead or cancelled job again.', route: routeNamed('jobs.retry') },
  {
    name: 'cancel_job',
    description: 'Cancels a waiting job, or asks a running one to stop.',
    route: routeNamed('jobs.cancel'),
    isDestructive: true,
  },
  {
    name: 'compute_repairs',
    description:
      'Starts a job that reads all files of a dataset and finds changes of its contract that make quarantined rows valid. When it is completed, call list_suggested_repairs.',
    route: routeNamed('repairs.compute'),
  },
  {
    name: 'apply_repair',
    description:
      'Applies a suggested repair: a new version of the contract, and jobs that read the quarantined rows again. Call try_repair before it.',
    route: routeNamed('repairs.apply'),
  },
  {
    name: 'replay_quarantine',
    description:
      'Reads the quarantined rows of a job or a parser again, for example after the contract has changed. Returns the jobs that do it.',
    route: routeNamed('quarantine.replay'),
  },
  {
    name: 'discard_quarantine',
    description:
      'Discards quarantined rows of a job or a parser for a reason that is recorded. They are not replayed any more.',
    route: routeNamed('quarantine.discard'),
    isDestructive: true,
  },
  {
    name: 'correct_quarantined_row',
    description:
      'Corrects values of one quarantined row. The corrected row must satisfy the contract; a replay then moves it to the dataset.',
    route: routeNamed('quarantine.correct'),
  },
  {
    name: 'change_bulk_jobs',
    description:
      'Retries, cancels, deletes or reprioritises all jobs that match a filter, as one job with progress. expected_count is what count_bulk_jobs returned.',
    route: bulkRoute('bulk.create', 'jobs'),
    isDestructive: true,
  },
  {
    name: 'change_bulk_rows',
    description:
      'Replays or discards all quarantined rows that match a filter, as one job with progress. expected_count is what count_bulk_rows returned.',
    route: bulkRoute('bulk.create', 'quarantine'),
    isDestructive: true,
  },
  {
    name: 'cancel_bulk',
    description: 'Stops a bulk operation after its current batch. What it has changed stays changed.',
    route: routeNamed('bulk.cancel'),
  },
];

/** Few, because a model reads all of them before it works. */
export const TOOLS: readonly Tool[] = [...JOBS, ...DATA, ...PASSPORTS, ...PRICES, ...EVENTS, ...CHANGES];
