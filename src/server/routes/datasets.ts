import * as z from 'zod';
import { datasetNamed, namedDatasets } from '../../datasets/index.js';
import { datasetDetailJson, datasetJson } from '../../datasets/dataset-json.js';
import { lineageJson } from '../../datasets/lineage-json.js';
import { listDatasets, pageOfRows, queryRows } from '../../operations/index.js';
import { pipelineHome } from '../../pipeline/index.js';
import { pagedRoute, pageOfAll } from '../page.js';
import { JsonText } from '../respond/reply.js';
import { type Route, route } from '../route.js';
import { NAME, TIME_OR_NULL } from '../schemas/values.js';

const PARAMS = { name: NAME.describe('The name of the dataset, or parser.output') };
const ROW = z.record(z.string(), z.unknown());
const DATASET = {
  name: z.string(),
  rows: z.int(),
  files: z.int(),
  bytes: z.int(),
  parser: z.string(),
  updated_at: TIME_OR_NULL,
  output: z.string(),
};
const MAX_STATEMENT = 65_536;
/** It is part of the URL, which is limited. */
const MAX_CONDITION = 4_000;

export const DATASET_ROUTES: readonly Route[] = [
  pagedRoute({
    id: 'datasets.list',
    path: '/v1/datasets',
    permission: 'data:read',
    summary: 'List datasets',
    item: z.object({ ...DATASET, versions: z.array(z.string()) }).meta({ id: 'Dataset' }),
    list: async ({ database }, page) =>
      pageOfAll(await listDatasets(database), page, {
        item: (dataset) => datasetJson(dataset, dataset.versions),
        id: ({ parser, output }) => `${parser}.${output}`,
      }),
  }),
  route({
    id: 'datasets.get',
    method: 'GET',
    path: '/v1/datasets/{name}',
    permission: 'data:read',
    summary: 'Show a dataset with its columns',
    params: PARAMS,
    response: z.object({
      ...DATASET,
      columns: z.array(z.looseObject({ name: z.string(), type: z.string() })),
      versions: z.array(z.object({ version: z.string(), rows: z.int(), jobs: z.int() })),
      sources: z.int(),
      jobs: z.array(z.looseObject({ job_id: z.string() })),
      notes: z.array(z.string()),
    }),
    async handle({ database, params, services }) {
      const dataset = datasetNamed(await namedDatasets(database), params.name);
      const { describeDataset } = await import('../../datasets/sql.js');
      const place = { database, folder: pipelineHome(services.home).output };
      return datasetDetailJson(dataset, await describeDataset(place, dataset));
    },
  }),
  pagedRoute({
    id: 'datasets.rows',
    path: '/v1/datasets/{name}/rows',
    permission: 'data:read',
    summary: 'List the rows of a dataset',
    params: PARAMS,
    item: ROW,
    async list({ database, params, services, signal }, { limit, after }) {
      const place = { database, folder: pipelineHome(services.home).output, signal };
      const last = after === undefined ? undefined : { jobId: after.id, row: Number(after.t) };
      const { rows, next } = await pageOfRows(place, params.name, { limit, after: last });
      const items = rows.map((row) => new JsonText(row));
      return { items, next: next === undefined ? null : { t: next.row, id: next.jobId } };
    },
  }),
  route({
    id: 'datasets.lineage',
    method: 'GET',
    path: '/v1/datasets/{name}/lineage',
    permission: 'data:read',
    summary: 'Trace rows of a dataset back to the files they were read from',
    params: PARAMS,
    query: {
      where: z.string().min(1).max(MAX_CONDITION).optional().describe('A condition in SQL'),
      limit: z.int().min(1).max(200).default(50),
    },
    response: z.object({ rows: z.int(), files: z.int(), origins: z.array(z.looseObject({ job_id: z.string() })) }),
    async handle({ database, params, query, services, signal }) {
      const dataset = datasetNamed(await namedDatasets(database), params.name);
      const { traceRows } = await import('../../datasets/sql.js');
      const folder = pipelineHome(services.home).output;
      return lineageJson(
        await traceRows({ dataset, where: query.where, limit: query.limit, database, folder, signal }),
      );
    },
  }),
  route({
    id: 'query.run',
    method: 'POST',
    path: '/v1/query',
    permission: 'data:read',
    isRead: true,
    summary: 'Run an SQL statement over the datasets',
    description:
      'The statement can read the datasets of the tenant and nothing else. It is interrupted after 30 seconds, and at most `limit` rows are returned.',
    body: z.strictObject({
      sql: z.string().min(1).max(MAX_STATEMENT),
      limit: z.int().min(1).max(10_000).default(1_000),
    }),
    response: z.object({ items: z.array(ROW), truncated: z.boolean(), notes: z.array(z.string()) }),
    async handle({ database, body, services, signal }) {
      const place = { database, folder: pipelineHome(services.home).output, signal };
      const { rows, truncated, notes } = await queryRows(place, body.sql, body.limit);
      return { items: rows.map((row) => new JsonText(row)), truncated, notes };
    },
  }),
];
