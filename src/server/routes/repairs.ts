import * as z from 'zod';
import { datasetNamed, namedDatasets } from '../../datasets/index.js';
import { startSuggesting } from '../../operations/index.js';
import { applyRepair, repairReports, tryRepair } from '../../pipeline/index.js';
import { type Route, route } from '../route.js';
import { NAME, TIME, UUID } from '../schemas/values.js';

const ID = {
  id: z
    .string()
    .regex(/^[0-9a-f]{12}$/)
    .describe('The id of the suggestion'),
};

const CHANGE = {
  id: z.string(),
  kind: z.string().describe('null_word, alias, date_format, decimal_style, bool_words or wider_type'),
  change: z.string().describe('One sentence'),
  column: z.string(),
  before: z.unknown().describe('The declaration of the column'),
  after: z.unknown(),
  repairs: z.int().describe('Quarantined rows that become valid'),
  leaves: z.int().describe('Rows of the group that stay quarantined'),
  helps: z.int().describe('Those of them that only other columns keep in quarantine then'),
  breaks: z.int().nullable().describe('Accepted rows that would become invalid; null if unknown'),
};

const REPORT = z
  .object({
    dataset: z.string(),
    parser: z.string(),
    output: z.string(),
    contract_hash: z.string(),
    quarantined: z.int(),
    already_valid: z.int().describe('Quarantined rows that need only a replay'),
    files: z.int(),
    rows: z.int(),
    unread: z.array(z.string()).describe('Files that could not be read, with the reason'),
    groups: z.array(
      z.object({
        column: z.string().nullable(),
        error_type: z.string(),
        rows: z.int(),
        example: z.string().nullable().describe('A value as JSON'),
        suggestions: z.array(z.object({ ...CHANGE, applicable: z.boolean() })),
        refused: z.array(
          z.object({ ...CHANGE, reason: z.string(), changes: z.int(), conflict: z.string().nullable() }),
        ),
      }),
    ),
    computed_at: TIME,
  })
  .meta({ id: 'RepairReport' });

const TRIED_ROW = z.object({
  row_id: z.string(),
  job_id: z.string(),
  row_number: z.int(),
  value: z.string().nullable().describe('The value as JSON'),
  before: z.string().describe('Why it was rejected'),
  valid: z.boolean(),
  after: z.string().nullable().describe('Its value if it is valid then, else why it is still rejected'),
});

export const REPAIR_ROUTES: readonly Route[] = [
  route({
    id: 'repairs.list',
    method: 'GET',
    path: '/v1/quarantine/suggestions',
    permission: 'data:read',
    summary: 'Show suggested repairs',
    description: 'The reports that were computed last, one for each dataset.',
    query: { dataset: NAME.optional() },
    response: z.object({ items: z.array(REPORT) }),
    handle: async ({ database, query }) => ({ items: await repairReports(database, query.dataset) }),
  }),
  route({
    id: 'repairs.compute',
    method: 'POST',
    path: '/v1/quarantine/suggestions',
    permission: 'data:write',
    summary: 'Compute suggested repairs',
    description: 'Enqueues a job that reads all files of the dataset. When it is completed, list the suggestions.',
    status: 202,
    body: z.strictObject({ dataset: NAME.optional().describe('Without it: all with quarantined rows') }),
    response: z.object({ job_id: z.string() }),
    async handle({ engine, caller, database, body, idempotencyKey }) {
      if (body.dataset !== undefined) datasetNamed(await namedDatasets(database), body.dataset);
      const { tenant, actor } = caller;
      return { job_id: await startSuggesting(engine, { tenant, actor, dataset: body.dataset, idempotencyKey }) };
    },
  }),
  route({
    id: 'repairs.try',
    method: 'GET',
    path: '/v1/quarantine/suggestions/{id}/rows',
    permission: 'data:read',
    summary: 'Show rows before and after a suggested repair',
    description: 'Changes nothing.',
    params: ID,
    query: { limit: z.int().min(1).max(100).default(10) },
    response: z.object({ items: z.array(TRIED_ROW) }),
    handle: async ({ database, params, query }) => ({ items: await tryRepair(database, params.id, query.limit) }),
  }),
  route({
    id: 'repairs.apply',
    method: 'POST',
    path: '/v1/quarantine/suggestions/{id}/apply',
    permission: 'data:write',
    summary: 'Apply a suggested repair',
    description:
      'Sets the changed contract and enqueues the replays of its rows, in one transaction. A second call changes nothing.',
    params: ID,
    response: z.object({
      id: z.string(),
      dataset: z.string(),
      change: z.string(),
      changed: z.boolean().describe('False if the contract had this change already'),
      contract_hash: z.string(),
      job_ids: z.array(UUID).describe('The replays'),
    }),
    async handle({ engine, caller, params }) {
      const { tenant, actor } = caller;
      const { contractHash, replays, ...applied } = await applyRepair(engine, { tenant, actor, id: params.id });
      return { ...applied, contract_hash: contractHash, job_ids: replays };
    },
  }),
];
