import * as z from 'zod';
import { checkJson } from '../../operations/doctor/check-json.js';
import { type Route, route } from '../route.js';

const HINT = z.unknown().describe('A text, or an action with its arguments');

const SETTING = z.object({
  value: z.unknown().describe('Masked if it is a secret'),
  source: z.string().describe('flag, environment, file or default'),
  from: z.string().nullable().describe('The name of the flag or variable, or the file'),
  description: z.string(),
  is_secret: z.boolean(),
});

/** How this server is configured, and whether everything that it needs works. */
export const INSTALLATION_ROUTES: readonly Route[] = [
  route({
    id: 'settings.list',
    method: 'GET',
    path: '/v1/settings',
    permission: 'installation:read',
    installation: true,
    summary: 'Show every setting of this server and where its value comes from',
    response: z.object({ settings: z.record(z.string(), SETTING) }).meta({ id: 'Settings' }),
    handle: ({ services }) => Promise.resolve({ settings: services.settings() }),
  }),
  route({
    id: 'checks.list',
    method: 'GET',
    path: '/v1/checks',
    permission: 'installation:read',
    installation: true,
    summary: 'Check everything that the installation depends on, as the doctor does',
    response: z.object({
      items: z.array(
        z.object({
          check: z.string(),
          status: z.enum(['ok', 'warning', 'failed']),
          message: z.string(),
          next: z.array(HINT),
        }),
      ),
    }),
    handle: async ({ services }) => ({ items: (await services.checkInstallation()).map(checkJson) }),
  }),
];
