import * as z from 'zod';
import {
  addFileRule,
  backfill,
  readRawLines,
  receiveUpload,
  requireScannable,
  scanFiles,
} from '../../operations/index.js';
import { addedRuleJson, scanJson } from '../../operations/files/scan-json.js';
import {
  FILE_STATUSES,
  fileDetail,
  listFiles,
  listRules,
  openSpool,
  removeRules,
  requireTopic,
} from '../../pipeline/index.js';
import { backfillJson } from '../../pipeline/routing/backfill-json.js';
import { fileDetailJson, fileJson } from '../../pipeline/routing/file-json.js';
import { ruleJson } from '../../pipeline/routing/rule-json.js';
import { pagedRoute, pageOf, pageOfAll } from '../page.js';
import { type Route, route, type RouteRequest } from '../route.js';
import { NAME, TIME_OR_NULL, UUID } from '../schemas/values.js';

const TOPIC = z.string().min(1).max(200);
const SCAN = {
  discovered: z.int(),
  unchanged: z.int(),
  changed: z.int(),
  jobs_created: z.int(),
  missing: z.int(),
  already_processed: z.int(),
  problems: z.array(z.object({ path: z.string(), message: z.string() })),
  builtin_jobs: z.int().optional(),
  without_reader: z.int().optional(),
  rules: z.array(z.looseObject({})).optional(),
};
const FILE = {
  id: z.string(),
  path: z.string(),
  status: z.enum(FILE_STATUSES),
  hash: z.string(),
  size_bytes: z.int(),
  tags: z.array(z.string()),
  topics: z.array(z.string()),
  parsers: z.array(z.object({ parser: z.string(), version: z.string(), job_id: z.string(), status: z.string() })),
  modified_at: TIME_OR_NULL,
  discovered_at: TIME_OR_NULL,
  scanned_at: TIME_OR_NULL,
  missing_at: TIME_OR_NULL,
};
const RULE = z.object({ pattern: z.string(), topic: z.string(), created_at: TIME_OR_NULL }).meta({ id: 'FileRule' });

export const FILE_ROUTES: readonly Route[] = [
  pagedRoute({
    id: 'files.list',
    path: '/v1/files',
    permission: 'data:read',
    summary: 'List files by their path',
    query: {
      tag: TOPIC.optional(),
      topic: TOPIC.optional().describe('A tag, or the topic of a rule'),
      parser: NAME.optional(),
      dataset: NAME.optional().describe('Whose rows are in this dataset, or output of a parser'),
      status: z.enum(FILE_STATUSES).optional(),
      path: z.string().min(1).max(1_000).optional().describe('A pattern for the name, or with a slash for the path'),
    },
    item: z.object(FILE).meta({ id: 'File' }),
    async list({ database, query }, { limit, after }) {
      const { dataset: output, ...filter } = query;
      const last = after === undefined ? undefined : String(after.t);
      const files = await listFiles(database, { ...filter, output, limit: limit + 1, after: last });
      return pageOf(files, limit, { item: fileJson, place: (file) => ({ t: file.path, id: file.id }) });
    },
  }),
  route({
    id: 'files.get',
    method: 'GET',
    path: '/v1/files/{id}',
    permission: 'data:read',
    summary: 'Show a file with its jobs, rows, quarantined rows and skipped lines',
    params: { id: UUID },
    response: z.object({
      ...FILE,
      outputs: z.array(
        z.object({
          ...{ parser: z.string(), version: z.string(), output: z.string(), job_id: z.string(), rows: z.int() },
          ...{ created_at: TIME_OR_NULL, superseded_at: TIME_OR_NULL },
        }),
      ),
      ...{ quarantined: z.int(), skipped: z.int() },
    }),
    handle: async ({ database, params }) => fileDetailJson(await fileDetail(database, params.id.toLowerCase())),
  }),
  route({
    id: 'files.lines',
    method: 'GET',
    path: '/v1/files/{id}/lines',
    permission: 'data:read',
    summary: 'Show lines of a text file as they are now',
    params: { id: UUID },
    query: {
      first: z.int().min(1).max(1_000_000_000).default(1),
      count: z.int().min(1).max(500).default(100),
    },
    response: z.object({
      first: z.int(),
      lines: z.array(z.object({ text: z.string(), truncated: z.boolean() })),
      encoding: z.string().nullable(),
      more: z.boolean(),
    }),
    async handle({ database, params, query, services, signal }) {
      const { path } = await fileDetail(database, params.id.toLowerCase());
      return readRawLines(services.outputs.storages.locate(path), { ...query, signal });
    },
  }),
  route({
    id: 'files.upload',
    method: 'POST',
    path: '/v1/files',
    permission: 'data:write',
    summary: 'Upload a file and create its jobs',
    description:
      'The body is the content of the file; it is streamed to disk. A file with the same name replaces the earlier one.',
    status: 201,
    query: {
      name: z.string().min(1).max(200).describe('The name of the file, without folders'),
      tag: z.array(TOPIC).max(20).optional(),
      auto: z.boolean().optional().describe('Read it without a parser if none is subscribed to it'),
      dataset: NAME.optional().describe('With auto: the dataset for its rows'),
    },
    body: { contentType: 'application/octet-stream', description: 'The content of the file' },
    response: z.object({ ...SCAN, path: z.string(), size_bytes: z.int() }),
    async handle(request) {
      const { name, tag: tags = [], auto = false, dataset } = request.query;
      const received = await receiveUpload(scopeOf(request), {
        ...{ name, tags, home: request.services.home },
        auto: auto || dataset !== undefined ? { dataset } : undefined,
        saveTo: (path) => request.upload.saveTo(path),
      });
      return { ...scanJson(received), path: received.path, size_bytes: received.bytes };
    },
  }),
  route({
    id: 'scans.create',
    method: 'POST',
    path: '/v1/scans',
    permission: 'data:write',
    installation: true,
    summary: 'Scan folders of the server or prefixes of buckets, and create the jobs of new files',
    description:
      'Only what is in `http_scan_folders` can be scanned: folders, and addresses such as `s3://bucket/prefix`. The response is sent when the scan has ended.',
    body: z.strictObject({
      folders: z.array(z.string().min(1).max(4_096)).min(1).max(20),
      tags: z.array(TOPIC).max(20).default([]),
      patterns: z.array(z.string().min(1).max(1_000)).max(100).default([]),
      ignore: z.array(z.string().min(1).max(1_000)).max(100).default([]),
      rehash: z.boolean().default(false),
      auto: z.boolean().default(false),
      dataset: NAME.optional(),
    }),
    response: z.object(SCAN),
    async handle(request) {
      const { folders, tags, patterns, ignore, rehash, auto, dataset } = request.body;
      tags.forEach(requireTopic);
      const { home, outputs, scanFolders } = request.services;
      const roots = await Promise.all(folders.map((folder) => requireScannable(folder, scanFolders)));
      const report = await scanFiles(scopeOf(request), {
        ...{ roots, tags, patterns, ignore, rehash, home, spool: openSpool(outputs) },
        auto: auto ? { dataset } : undefined,
      });
      return scanJson(report);
    },
  }),
  pagedRoute({
    id: 'file-rules.list',
    path: '/v1/file-rules',
    permission: 'data:read',
    summary: 'List rules that give files topics',
    item: RULE,
    list: async ({ database }, page) =>
      pageOfAll(await listRules(database), page, {
        item: ruleJson,
        id: ({ pattern, topic }) => `${topic} ${pattern}`,
      }),
  }),
  route({
    id: 'file-rules.create',
    method: 'POST',
    path: '/v1/file-rules',
    permission: 'data:write',
    summary: 'Give files that match a pattern a topic',
    status: 201,
    body: z.strictObject({ pattern: z.string().min(1).max(1_000), topic: TOPIC }),
    response: z.object({ pattern: z.string(), topic: z.string(), added: z.boolean(), jobs_created: z.int() }),
    handle: async (request) => addedRuleJson(await addFileRule(scopeOf(request), request.body)),
  }),
  route({
    id: 'file-rules.delete',
    method: 'DELETE',
    path: '/v1/file-rules',
    permission: 'data:write',
    summary: 'Remove the rules of a pattern',
    query: { pattern: z.string().min(1).max(1_000), topic: TOPIC.optional() },
    response: z.object({ pattern: z.string(), topics: z.array(z.string()), removed: z.boolean() }),
    async handle({ database, query }) {
      const removed = await removeRules(database, query.pattern, query.topic);
      return { pattern: query.pattern, topics: removed.map(({ topic }) => topic).sort(), removed: true };
    },
  }),
  route({
    id: 'backfills.create',
    method: 'POST',
    path: '/v1/backfills',
    permission: 'data:write',
    summary: 'Plan to read files again with the current version of a parser, or do it',
    body: z.strictObject({
      parser: NAME,
      execute: z.boolean().default(false),
      failed: z.boolean().default(false).describe('Only files whose last job failed'),
    }),
    response: z.object({
      ...{ parser: z.string(), version: z.string(), source_hash: z.string(), files: z.int(), bytes: z.int() },
      by_version: z.array(z.looseObject({ version: z.string(), files: z.int(), bytes: z.int() })),
      ...{ examples: z.array(z.string()), executed: z.boolean(), jobs_created: z.int() },
    }),
    async handle(request) {
      const { plan, jobsCreated } = await backfill(scopeOf(request), request.body);
      return backfillJson(plan, jobsCreated);
    },
  }),
];

type Scoped = Pick<RouteRequest, 'engine' | 'caller' | 'database'>;

function scopeOf({ engine, caller, database }: Scoped): Parameters<typeof scanFiles>[0] {
  return { engine, tenant: caller.tenant, database };
}
