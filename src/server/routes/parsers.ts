import * as z from 'zod';
import { changeTopics, listParsers, showParser, unregister } from '../../operations/index.js';
import { parserDetailJson, parserJson } from '../../pipeline/registry/parser-json.js';
import { pagedRoute, pageOfAll } from '../page.js';
import { type Route, route } from '../route.js';
import { NAME, TIME_OR_NULL } from '../schemas/values.js';

const PARAMS = { name: NAME };
const PARSER = {
  name: z.string(),
  version: z.string(),
  language: z.enum(['python', 'node']),
  entrypoint: z.string(),
  source_hash: z.string(),
  lockfile_hash: z.string().nullable(),
  files: z.int(),
  imports: z.array(z.string()),
  network: z.boolean().describe('It may use the network'),
  topics: z.array(z.string()),
  registered_at: TIME_OR_NULL,
  retired_at: TIME_OR_NULL,
};
const TOPIC = z.string().min(1).max(200);

export const PARSER_ROUTES: readonly Route[] = [
  pagedRoute({
    id: 'parsers.list',
    path: '/v1/parsers',
    permission: 'data:read',
    summary: 'List registered parsers',
    query: { all: z.boolean().optional().describe('Also older and unregistered versions') },
    item: z.object({ ...PARSER, current: z.boolean() }).meta({ id: 'Parser' }),
    list: async ({ database, query }, page) =>
      pageOfAll(await listParsers(database, { all: query.all === true }), page, {
        item: ({ parser, topics, current }) => ({ ...parserJson(parser, topics), current }),
        id: ({ parser }) => `${parser.name} ${parser.version}`,
      }),
  }),
  route({
    id: 'parsers.get',
    method: 'GET',
    path: '/v1/parsers/{name}',
    permission: 'data:read',
    summary: 'Show a parser with its outputs and versions',
    params: PARAMS,
    query: { version: NAME.optional() },
    response: z.object({ ...PARSER, outputs: z.unknown(), versions: z.array(z.object(PARSER)) }),
    hasEtag: true,
    async handle({ database, params, query }) {
      const { parser, topics, versions } = await showParser(database, params.name, query.version);
      return parserDetailJson(parser, topics, versions);
    },
  }),
  route({
    id: 'parsers.topics',
    method: 'POST',
    path: '/v1/parsers/{name}/topics',
    permission: 'data:write',
    summary: 'Add or remove topics of a parser',
    params: PARAMS,
    body: z.strictObject({ action: z.enum(['add', 'remove']), topics: z.array(TOPIC).min(1).max(100) }),
    response: z.object({ name: z.string(), topics: z.array(z.string()) }),
    async handle({ database, params, body }) {
      const { topics } = await changeTopics(database, params.name, body);
      return { name: params.name, topics };
    },
  }),
  route({
    id: 'parsers.delete',
    method: 'DELETE',
    path: '/v1/parsers/{name}',
    permission: 'data:write',
    summary: 'Unregister a version of a parser, or all of them',
    params: PARAMS,
    query: { version: NAME.optional() },
    response: z.object({ name: z.string(), unregistered: z.array(z.string()), current: z.string().nullable() }),
    async handle({ database, params, query }) {
      const { versions, current } = await unregister(database, params.name, query.version);
      return { name: params.name, unregistered: versions, current };
    },
  }),
];
