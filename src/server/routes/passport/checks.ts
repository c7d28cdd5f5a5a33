import * as z from 'zod';
import {
  batteryCheckJson,
  CATEGORIES,
  checkBattery,
  checkPassportVersion,
  factsOfDocuments,
  IMPORT_FORMAT_NAMES,
  importFacts,
  importJson,
  parseFacts,
  requireCategory,
} from '../../../passport/index.js';
import { CasparianError, exactJson } from '../../../platform/index.js';
import { type Route, route } from '../../route.js';
import { UUID } from '../../schemas/values.js';

const CATEGORY = z.enum(CATEGORIES);

const FINDING = z.object({
  number: z.int().nullable().describe('1 to 93; null of a supplement'),
  attribute: z.string(),
  field: z.string(),
  din: z.string().describe('The chapter of DIN DKE SPEC 99100'),
  legal_basis: z.string(),
  access: z.string(),
  reason: z.string(),
  with: z.array(z.string()).describe('Other fields that a failed condition compares with this one'),
  responsible: z.string(),
  source: z.string(),
});

const CHECK = z.object({
  category: CATEGORY,
  mandatory: z.int(),
  present: z.int(),
  missing: z.array(FINDING),
  implausible: z.array(FINDING),
  score: z.int().describe('Mandatory attributes with a plausible value, in percent'),
  passport_required: z.boolean().nullable(),
});
type CheckJson = z.infer<typeof CHECK>;

const IMPORT = z.object({
  facts: z.array(
    z.object({
      ...{ fact_type: z.string(), fact_key: z.string(), schema_version: z.int() },
      payload: z.record(z.string(), z.unknown()),
      payload_hash: z.string(),
    }),
  ),
  unmapped: z.array(z.object({ path: z.string().describe('A JSON pointer'), reason: z.string(), value: z.unknown() })),
});
type ImportJson = z.infer<typeof IMPORT>;

/** What the law demands and a battery lacks, and what a file of another system contains. */
export const CHECK_ROUTES: readonly Route[] = [
  route({
    id: 'passport-versions.check',
    method: 'GET',
    path: '/v1/passport-versions/{id}/check',
    permission: 'passport:read',
    summary: 'List what the facts of a version lack by law',
    params: { id: UUID },
    query: { category: CATEGORY.optional().describe('Default: what the facts state') },
    response: CHECK,
    handle: async ({ database, params, query }) =>
      batteryCheckJson(await checkPassportVersion(database, params.id, query.category)) as CheckJson,
  }),
  route({
    id: 'battery-data.check',
    method: 'POST',
    path: '/v1/battery-data/check',
    permission: 'passport:read',
    isRead: true,
    summary: 'List what the data of a battery lacks by law',
    body: z.strictObject({ category: CATEGORY, data: z.record(z.string(), z.unknown()) }),
    response: CHECK,
    handle: async ({ body }) => batteryCheckJson(checkData(body.category, body.data)) as CheckJson,
  }),
  route({
    id: 'battery-data.import',
    method: 'POST',
    path: '/v1/battery-data/import',
    permission: 'passport:read',
    isRead: true,
    summary: 'Read the facts of a passport in a public data model, and what could not be mapped',
    body: z.strictObject({
      format: z.enum(IMPORT_FORMAT_NAMES),
      data: z.record(z.string(), z.unknown()).describe('The content of the file'),
    }),
    response: IMPORT,
    handle: async ({ body: { format, data } }) =>
      importJson(importFacts([{ name: 'the data', content: Buffer.from(exactJson(data)) }], format)) as ImportJson,
  }),
];

function checkData(category: string, data: Record<string, unknown>): ReturnType<typeof checkBattery> {
  const content = Buffer.from(exactJson(data));
  const parsing = parseFacts({ kind: 'BATTERY_DATA', mimeType: 'application/json', content });
  if (parsing.ok) return checkBattery(requireCategory(category), factsOfDocuments(parsing.facts));
  throw new CasparianError('DOCUMENT_REJECTED', 'The data cannot be read', {
    why: parsing.problems.map(({ message, pointer }) => `${message} (${pointer ?? ''})`).join('\n'),
  });
}
