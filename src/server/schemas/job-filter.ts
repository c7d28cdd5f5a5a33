import * as z from 'zod';
import { type JobFilter, parseStatus } from '../../engine/index.js';
import type { BulkJobFilter } from '../../operations/index.js';
import { parseDuration } from '../../platform/index.js';
import { AGE, NAME, UUID } from './values.js';

const STATUSES = z.array(z.string().max(40)).min(1).max(20).optional();
const NAMES = z.array(NAME).min(1).max(50).optional();
const INSTANT = z.iso.datetime({ offset: true }).optional();
const PAYLOAD_VALUE = /^[A-Za-z_]\w*(\.\w+){0,19}=[^\0]*$/;

/** What selects jobs: the same in lists, histograms and bulk operations. */
export const JOB_FILTER = {
  id: z.array(UUID).min(1).max(200).optional().describe('Only these jobs'),
  status: STATUSES.describe('In one of these states; aliases such as queued work too'),
  type: NAME.optional(),
  queue: NAME.optional(),
  parser: NAME.optional().describe('File jobs of this parser'),
  code: NAME.optional().describe('The code of the last error'),
  message: NAME.optional().describe('A part of the message of the last error'),
  payload: z
    .array(z.string().max(1_000).regex(PAYLOAD_VALUE))
    .max(10)
    .optional()
    .describe('A value in the payload: `order.country=NO`'),
  older_than: AGE.optional().describe('Created longer ago, such as 1h'),
  newer_than: AGE.optional().describe('Created more recently, such as 30m'),
  created_after: INSTANT.describe('Created after this time'),
  created_before: INSTANT.describe('Created before this time'),
  parent: UUID.optional().describe('Enqueued by this job'),
  correlation_id: NAME.optional().describe('That come from this request'),
  not_status: STATUSES.describe('In none of these states'),
  not_type: NAMES.describe('Of none of these types'),
  not_queue: NAMES.describe('In none of these queues'),
  not_code: NAMES.describe('Whose last error has none of these codes'),
};

export type GivenJobFilter = z.output<z.ZodObject<typeof JOB_FILTER>>;

/** As a bulk operation stores it. */
export function bulkFilterOf(given: GivenJobFilter): BulkJobFilter {
  const { id, status, type, queue, parser, code, message, payload, older_than: older, newer_than: newer } = given;
  return {
    type,
    queue,
    parser,
    message,
    payload: payload && payloadValues(payload),
    without: withoutOf(given),
    ids: id?.map((one) => one.toLowerCase()),
    statuses: status?.map(parseStatus),
    code: codeOf(code),
    older_than_ms: older === undefined ? undefined : parseDuration(older),
    newer_than_ms: newer === undefined ? undefined : parseDuration(newer),
    created_after: instantOf(given.created_after),
    created_before: instantOf(given.created_before),
    parent_job_id: given.parent?.toLowerCase(),
    correlation_id: given.correlation_id,
  };
}

/** As a list uses it. */
export function jobFilterOf(given: GivenJobFilter): JobFilter {
  const filter = bulkFilterOf(given);
  const { parser } = filter;
  return {
    ids: filter.ids,
    statuses: filter.statuses,
    type: filter.type,
    queue: filter.queue,
    code: filter.code,
    message: filter.message,
    payload: filter.payload,
    without: filter.without,
    olderThanMs: filter.older_than_ms,
    newerThanMs: filter.newer_than_ms,
    createdAfter: filter.created_after,
    createdBefore: filter.created_before,
    parentJobId: filter.parent_job_id,
    correlationId: filter.correlation_id,
    fields: parser === undefined ? undefined : { parser },
  };
}

function withoutOf(given: GivenJobFilter): BulkJobFilter['without'] {
  const { not_status: status, not_type: types, not_queue: queues, not_code: codes } = given;
  if ([status, types, queues, codes].every((names) => names === undefined)) return undefined;
  return { statuses: status?.map(parseStatus), types, queues, codes: codes?.map((code) => codeOf(code) as string) };
}

function payloadValues(given: readonly string[]): Record<string, string> {
  return Object.fromEntries(given.map((text) => [text.slice(0, text.indexOf('=')), text.slice(text.indexOf('=') + 1)]));
}

function codeOf(code: string | undefined): string | undefined {
  return code?.toUpperCase().replaceAll('-', '_');
}

function instantOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Date.parse(text);
}
