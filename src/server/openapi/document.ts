import * as z from 'zod';
import { VERSION } from '../../platform/index.js';
import { isWrite, type Bytes, type Route, type Shape } from '../route.js';
import { MAX_KEY_LENGTH } from '../request/idempotent.js';
import { ERROR_ENVELOPE } from '../schemas/error.js';

type JsonSchema = Record<string, unknown>;

/** The OpenAPI 3.1 document of all routes. */
export function openApiDocument(
  routes: readonly Route[],
  { basePath = '', cookieName = 'casparian_session' }: { basePath?: string; cookieName?: string } = {},
): object {
  const components: Record<string, JsonSchema> = {};
  const paths: Record<string, Record<string, object>> = {};
  const error = {
    description: 'An error',
    content: { 'application/json': { schema: schemaOf(ERROR_ENVELOPE, 'output', components) } },
  };
  for (const route of routes) {
    const path = (paths[route.path] ??= {});
    path[route.method.toLowerCase()] = operationOf(route, components);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Casparian Flow',
      version: VERSION,
      description:
        'Jobs, files, datasets, battery passports and prices. Lists are pages: follow next_cursor, or ask for application/x-ndjson ' +
        'to get all items as lines. Errors have one form, with the codes of the command line.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: basePath === '' ? '/' : basePath }],
    security: [{ key: [] }, { session: [] }],
    tags: [...new Set(routes.map(tagOf))].map((name) => ({ name })),
    paths,
    components: {
      schemas: components,
      responses: { Error: error },
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: 'An API key: bpc_…' },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: cookieName,
          description: 'The session of a local browser',
        },
      },
    },
  };
}

function tagOf({ id }: Route): string {
  return id.split('.', 1)[0] as string;
}

function operationOf(route: Route, components: Record<string, JsonSchema>): object {
  const { id, summary, description, permission, installation, params = {}, query = {}, body, status = 200 } = route;
  const access = `Permission: \`${permission}\`${installation ? ', with a key of the default tenant' : ''}.`;
  return {
    operationId: id,
    tags: [tagOf(route)],
    summary,
    description: [description, access].filter(Boolean).join('\n\n'),
    'x-permission': permission,
    ...(installation ? { 'x-installation': true } : {}),
    parameters: [
      ...parametersOf('path', params, components),
      ...parametersOf('query', query, components),
      ...headersOf(route),
    ],
    ...(body === undefined
      ? {}
      : { requestBody: { required: !route.bodyIsOptional, content: contentOf(body, 'input', components) } }),
    responses: {
      [status]: {
        description: 'Success',
        content: {
          ...contentOf(route.response, 'output', components),
          ...(route.isPaged ? { 'application/x-ndjson': { schema: { type: 'string' } } } : {}),
        },
      },
      ...(route.hasEtag && route.method === 'GET' ? { 304: { description: 'The client has this version' } } : {}),
      default: { $ref: '#/components/responses/Error' },
    },
  };
}

function parametersOf(where: 'path' | 'query', shape: Shape, components: Record<string, JsonSchema>): object[] {
  return Object.entries(shape).map(([name, type]) => {
    const { description, ...schema } = schemaOf(type, 'input', components);
    const isRequired = where === 'path' || !type.safeParse(undefined).success;
    return { name, in: where, required: isRequired, ...(description === undefined ? {} : { description }), schema };
  });
}

function headersOf(route: Route): object[] {
  const header = (name: string, description: string, schema: object): object => ({
    ...{ name, in: 'header', required: false, description, schema: { type: 'string', ...schema } },
  });
  const key = header('Idempotency-Key', 'A repeated request with the same key is executed once', {
    ...{ minLength: 1, maxLength: MAX_KEY_LENGTH, pattern: '^[!-~]+$' },
  });
  return [
    ...(isWrite(route) && !route.isSecret ? [key] : []),
    ...(isWrite(route) && route.hasEtag ? [header('If-Match', 'The ETag of the version to change', {})] : []),
  ];
}

function contentOf(schema: z.ZodType | Bytes, io: 'input' | 'output', components: Record<string, JsonSchema>): object {
  if ('contentType' in schema) {
    const { contentType, description } = schema;
    // Stored JSON is some value of JSON. For a stream, OpenAPI 3.1 does not say what the schema describes: all of it, or one message.
    const isAny = (type: string): boolean => type === 'application/json' || type === 'text/event-stream';
    const bytesOf = (type: string): object => ({ schema: { ...(isAny(type) ? {} : { type: 'string' }), description } });
    return Object.fromEntries([contentType].flat().map((type) => [type, bytesOf(type)]));
  }
  return { 'application/json': { schema: schemaOf(schema, io, components) } };
}

/** Named schemas move to the components of the document. */
function schemaOf(type: z.ZodType, io: 'input' | 'output', components: Record<string, JsonSchema>): JsonSchema {
  const {
    $schema: _,
    $defs = {},
    ...schema
  } = z.toJSONSchema(type, { io, unrepresentable: 'any' }) as JsonSchema & {
    $defs?: Record<string, JsonSchema>;
  };
  const inDocument = (part: JsonSchema): JsonSchema =>
    JSON.parse(JSON.stringify(part).replaceAll('"#/$defs/', '"#/components/schemas/')) as JsonSchema;
  for (const [name, part] of Object.entries($defs)) {
    const { id: _id, $schema: _schema, ...rest } = part;
    components[name] = inDocument(rest);
  }
  return inDocument(schema);
}
