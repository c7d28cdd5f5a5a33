import * as z from 'zod';
import { datasetNamed, namedDatasets } from '../../datasets/index.js';
import { openExport, queryRows, selectedRows, STREAMED_FORMATS, type StreamedFormat } from '../../operations/index.js';
import { BytesReply, JsonText } from '../respond/reply.js';
import { type Route, route, type RouteRequest } from '../route.js';
import { NAME } from '../schemas/values.js';

const SQL = z.string().min(1).max(65_536);
const FORMAT = z.enum(STREAMED_FORMATS);
const CONTENT_TYPES: Readonly<Record<StreamedFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
  ndjson: 'application/x-ndjson; charset=utf-8',
  parquet: 'application/vnd.apache.parquet',
};
const FILE = {
  contentType: Object.values(CONTENT_TYPES).map((type) => type.split(';', 1)[0] ?? type),
  description: 'The file',
};

export const QUERY_ROUTES: readonly Route[] = [
  route({
    id: 'query.run',
    method: 'POST',
    path: '/v1/query',
    permission: 'data:read',
    isRead: true,
    summary: 'Run an SQL statement over the datasets',
    description:
      'The statement can read the datasets of the tenant and nothing else. It is interrupted after 30 seconds, and at most `limit` rows are returned.',
    body: z.strictObject({ sql: SQL, limit: z.int().min(1).max(10_000).default(1_000) }),
    response: z.object({
      items: z.array(z.record(z.string(), z.unknown())),
      columns: z.array(z.object({ name: z.string(), type: z.string() })),
      truncated: z.boolean(),
      notes: z.array(z.string()),
    }),
    async handle({ database, body, services, signal }) {
      const place = { database, folder: services.outputs, signal };
      const { rows, columns, truncated, notes } = await queryRows(place, body.sql, body.limit);
      return { items: rows.map((row) => new JsonText(row)), columns, truncated, notes };
    },
  }),
  route({
    id: 'query.tables',
    method: 'GET',
    path: '/v1/query-tables',
    permission: 'data:read',
    summary: 'List the tables and columns that a statement can use',
    response: z.object({
      items: z.array(
        z.object({
          name: z.string(),
          kind: z.enum(['dataset', 'ledger']),
          columns: z
            .array(z.object({ name: z.string(), type: z.string() }))
            .nullable()
            .describe('Null if there was no time to read them'),
        }),
      ),
    }),
    async handle({ database, services }) {
      const { queryTables } = await import('../../datasets/sql.js');
      return { items: await queryTables({ database, folder: services.outputs }) };
    },
  }),
  route({
    id: 'query.export',
    method: 'POST',
    path: '/v1/query/export',
    permission: 'data:read',
    isRead: true,
    summary: 'Download the rows of an SQL statement as a file',
    description: 'Without a limit of rows. It is interrupted after 10 minutes.',
    body: z.strictObject({ sql: SQL, format: FORMAT }),
    response: FILE,
    handle: (request) => fileOf(request, { ...request.body, name: 'query' }),
  }),
  route({
    id: 'datasets.export',
    method: 'GET',
    path: '/v1/datasets/{name}/export',
    permission: 'data:read',
    summary: 'Download a dataset as a file',
    params: { name: NAME.describe('The name of the dataset, or parser.output') },
    query: {
      format: FORMAT.default('csv'),
      where: z.string().min(1).max(4_000).optional().describe('A condition in SQL'),
      sort: NAME.optional().describe('A column'),
      descending: z.boolean().optional(),
    },
    response: FILE,
    async handle(request) {
      const { format, ...selection } = request.query;
      const dataset = datasetNamed(await namedDatasets(request.database), request.params.name);
      return fileOf(request, { sql: await selectedRows(dataset, selection), format, name: dataset.output });
    },
  }),
];

interface FileRequest {
  readonly sql: string;
  readonly format: StreamedFormat;
  /** Of the file, without its ending. */
  readonly name: string;
}

async function fileOf(
  { database, services, signal }: Pick<RouteRequest, 'database' | 'services' | 'signal'>,
  { sql, format, name }: FileRequest,
): Promise<BytesReply> {
  const folder = services.outputs;
  const { staging } = folder;
  const body = await openExport({ sql, format, database, folder, signal, staging });
  // Quotes and other characters would end the name in the header.
  const plain = name.replace(/[^\w.-]/g, '_');
  const headers = { 'content-disposition': `attachment; filename="${plain}.${format}"` };
  return new BytesReply(body, CONTENT_TYPES[format], headers);
}
