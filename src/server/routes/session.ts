import * as z from 'zod';
import { JOB_DEFAULTS } from '../../engine/index.js';
import { PERMISSIONS, ROLE_NAMES, ROLES } from '../../operations/index.js';
import { CasparianError, VERSION } from '../../platform/index.js';
import { Reply } from '../respond/reply.js';
import { type Route, route, type RouteRequest } from '../route.js';

const SESSION = z
  .object({
    actor: z.string(),
    role: z.enum(ROLE_NAMES),
    tenant: z.string(),
    permissions: z.array(z.enum(PERMISSIONS)),
    installation: z.boolean().describe('May call what concerns all tenants, such as queues'),
    read_only: z.boolean().describe('The server refuses changes'),
    with_key: z
      .boolean()
      .describe(
        'With an API key; otherwise the user who started the server, or anyone, if the server runs without authentication',
      ),
    version: z.string(),
    store: z.enum(['sqlite', 'postgresql']),
  })
  .meta({ id: 'Session' });

/** Every role has it: all may know who they are. */
const PERMISSION = 'jobs:read';

export const SESSION_ROUTES: readonly Route[] = [
  route({
    id: 'session.get',
    method: 'GET',
    path: '/v1/session',
    permission: PERMISSION,
    summary: 'Show who you are and what you may do',
    response: SESSION,
    handle: (request) => Promise.resolve(sessionJson(request)),
  }),
  route({
    id: 'session.open',
    method: 'POST',
    path: '/v1/session',
    permission: PERMISSION,
    // It changes nothing in the database, so it also works on a server that only reads.
    isRead: true,
    isSecret: true,
    summary: 'Open a session for a browser',
    description:
      'Send the key in the Authorization header. The response sets a cookie that stands for it for 24 hours, until the server restarts or the key is revoked.',
    status: 201,
    response: SESSION,
    handle: (request) => {
      const cookie = request.session.open();
      if (cookie === undefined) throw keyMissing();
      return Promise.resolve(new Reply(sessionJson(request), { headers: { 'set-cookie': cookie } }));
    },
  }),
  route({
    id: 'session.close',
    method: 'DELETE',
    path: '/v1/session',
    permission: PERMISSION,
    isRead: true,
    isSecret: true,
    summary: 'End the session of a browser',
    response: z.object({ closed: z.boolean() }),
    handle: ({ session }) => {
      const cookie = session.close();
      return Promise.resolve(
        new Reply({ closed: true }, { headers: cookie === undefined ? {} : { 'set-cookie': cookie } }),
      );
    },
  }),
];

function sessionJson({
  caller,
  isReadOnly,
  services,
}: Pick<RouteRequest, 'caller' | 'isReadOnly' | 'services'>): z.output<typeof SESSION> {
  const { actor, role, tenant, keyId } = caller;
  return {
    ...{ actor, role, tenant, permissions: [...ROLES[role]] },
    installation: tenant === JOB_DEFAULTS.tenant,
    read_only: isReadOnly,
    with_key: keyId !== null,
    version: VERSION,
    store: services.database.dialect === 'sqlite' ? 'sqlite' : 'postgresql',
  };
}

function keyMissing(): CasparianError {
  return new CasparianError('UNAUTHORIZED', 'A session needs an API key', {
    why: 'The request has no Authorization header.',
  });
}
