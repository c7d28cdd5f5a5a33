import * as z from 'zod';
import { createApiKey, listApiKeys, revokeApiKey, ROLE_NAMES } from '../../operations/index.js';
import { apiKeyJson, newApiKeyJson } from '../../operations/access/api-key-json.js';
import { pagedRoute, pageOfAll } from '../page.js';
import { type Route, route } from '../route.js';
import { TIME_OR_NULL } from '../schemas/values.js';

const ROLE = z.enum(ROLE_NAMES);
const KEY = {
  id: z.string(),
  name: z.string(),
  role: ROLE,
  tenant: z.string(),
  prefix: z.string(),
  created_at: TIME_OR_NULL,
  created_by: z.string().nullable(),
  revoked_at: TIME_OR_NULL,
};
const API_KEY = z.object(KEY).meta({ id: 'ApiKey' });

export const KEY_ROUTES: readonly Route[] = [
  pagedRoute({
    id: 'keys.list',
    path: '/v1/keys',
    permission: 'access:admin',
    summary: 'List API keys',
    item: API_KEY,
    list: async ({ database }, page) =>
      pageOfAll(await listApiKeys(database), page, { item: apiKeyJson, id: ({ id }) => id }),
  }),
  route({
    id: 'keys.create',
    method: 'POST',
    path: '/v1/keys',
    permission: 'access:admin',
    summary: 'Create an API key for this tenant',
    description: 'The response has the key. It is never shown again, and not stored for repeated requests.',
    isSecret: true,
    status: 201,
    body: z.strictObject({ name: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._@-]{0,63}$/), role: ROLE }),
    response: z.object({ ...KEY, key: z.string() }),
    handle: async ({ database, body, services }) => newApiKeyJson(await createApiKey(database, body, services.pepper)),
  }),
  route({
    id: 'keys.revoke',
    method: 'DELETE',
    path: '/v1/keys/{id}',
    permission: 'access:admin',
    summary: 'Revoke an API key',
    params: { id: z.string().min(1).max(64).describe('The id, or the name of an active key') },
    response: API_KEY,
    handle: async ({ database, params }) => apiKeyJson(await revokeApiKey(database, params.id)),
  }),
];
