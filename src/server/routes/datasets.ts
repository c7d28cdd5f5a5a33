import * as z from 'zod';
import { datasetNamed, namedDatasets } from '../../datasets/index.js';
import { datasetDetailJson, datasetJson } from '../../datasets/dataset-json.js';
import { lineageJson } from '../../datasets/lineage-json.js';
import { datasetProfileJson } from '../../datasets/profile-json.js';
import { countDatasetRows, listDatasets, pageOfRows, profileOf } from '../../operations/index.js';
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
/** It is part of the URL, which is limited. */
const WHERE = z.string().min(1).max(4_000).optional().describe('A condition in SQL');
const COLUMN_PROFILE = z
  .object({
    name: z.string(),
    type: z.string(),
    nulls: z.int(),
    distinct: z.int(),
    distinct_is_exact: z.boolean(),
    min: z.string().nullable().describe('As text'),
    max: z.string().nullable(),
    histogram: z.array(z.int()).nullable().describe('Rows in equal steps from min to max, for numbers and times'),
    frequent: z
      .array(z.object({ value: z.string(), rows: z.int() }))
      .describe('The most frequent values of other types'),
  })
  .meta({ id: 'ColumnProfile' });

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
      const place = { database, folder: services.outputs };
      return datasetDetailJson(dataset, await describeDataset(place, dataset));
    },
  }),
  pagedRoute({
    id: 'datasets.rows',
    path: '/v1/datasets/{name}/rows',
    permission: 'data:read',
    summary: 'List the rows of a dataset',
    params: PARAMS,
    query: {
      where: WHERE,
      sort: NAME.optional().describe('A column. Without it, rows are in the order of their jobs and files'),
      descending: z.boolean().optional(),
    },
    item: ROW,
    async list({ database, params, query, services, signal }, { limit, after }) {
      const place = { database, folder: services.outputs, signal };
      const last = after === undefined ? undefined : { jobId: after.id, row: Number(after.t) };
      const { rows, next } = await pageOfRows(place, params.name, { ...query, limit, after: last });
      const items = rows.map((row) => new JsonText(row));
      return { items, next: next === undefined ? null : { t: next.row, id: next.jobId } };
    },
  }),
  route({
    id: 'datasets.count',
    method: 'GET',
    path: '/v1/datasets/{name}/row-count',
    permission: 'data:read',
    summary: 'Count the rows of a dataset that match a condition',
    params: PARAMS,
    query: { where: WHERE },
    response: z.object({ count: z.int() }),
    async handle({ database, params, query, services, signal }) {
      const place = { database, folder: services.outputs, signal };
      return { count: await countDatasetRows(place, params.name, query.where) };
    },
  }),
  route({
    id: 'datasets.profile',
    method: 'GET',
    path: '/v1/datasets/{name}/profile',
    permission: 'data:read',
    summary: 'Show what the columns of a dataset contain',
    description:
      'Nulls, distinct values, lowest and highest value, and their distribution. Large datasets are sampled.',
    params: PARAMS,
    query: { where: WHERE },
    response: z.object({
      ...{ rows: z.int(), profiled_rows: z.int(), sampled: z.boolean() },
      columns: z.array(COLUMN_PROFILE),
    }),
    async handle({ database, params, query, services, signal }) {
      const place = { database, folder: services.outputs, signal };
      return datasetProfileJson(await profileOf(place, params.name, query.where));
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
      where: WHERE,
      limit: z.int().min(1).max(200).default(50),
    },
    response: z.object({ rows: z.int(), files: z.int(), origins: z.array(z.looseObject({ job_id: z.string() })) }),
    async handle({ database, params, query, services, signal }) {
      const dataset = datasetNamed(await namedDatasets(database), params.name);
      const { traceRows } = await import('../../datasets/sql.js');
      const folder = services.outputs;
      return lineageJson(
        await traceRows({ dataset, where: query.where, limit: query.limit, database, folder, signal }),
      );
    },
  }),
];
