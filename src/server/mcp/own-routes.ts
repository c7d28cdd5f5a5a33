import * as z from 'zod';
import { checkJson } from '../../operations/doctor/check-json.js';
import { explainPassportField, newestVersionNamed, passportVersionNamed } from '../../operations/index.js';
import { passportArtefacts, passportBundle, verifyBundle } from '../../passport/index.js';
import { verificationJson } from '../../passport/bundle/verification-json.js';
import { passportVersionJson } from '../../passport/records/records-json.js';
import { exactJson } from '../../platform/index.js';
import { JsonText } from '../respond/reply.js';
import { route, type RouteRequest } from '../route.js';
import { NAME } from '../schemas/values.js';
import { routeNamed } from './tool.js';

/** Never called over HTTP by a path, so these routes have none and their responses no schema. */
const UNLISTED = { method: 'GET', path: '', response: z.unknown() } as const;
const PASSPORT = NAME.describe('The SKU of a product, or the id of a passport or of one of its versions');
const EXAMPLE_GROUPS = 5;

export const STATUS = route({
  ...UNLISTED,
  id: 'mcp.status',
  permission: 'jobs:read',
  summary: 'Summarise jobs, problems and quarantined rows',
  async handle(request) {
    const call = (id: string, query: object): Promise<unknown> =>
      routeNamed(id).handle({ ...(request as unknown as RouteRequest<never, never, never>), query: query as never });
    const [jobs, problems, quarantined] = await Promise.all([
      call('jobs.count', {}),
      call('triage.groups', { limit: EXAMPLE_GROUPS }),
      call('quarantine.count', { status: ['quarantined'] }),
    ]);
    return { tenant: request.caller.tenant, jobs, problems, quarantined_rows: quarantined };
  },
});

export const DOCTOR = route({
  ...UNLISTED,
  id: 'mcp.doctor',
  permission: 'installation:read',
  installation: true,
  summary: 'Check everything that the installation depends on',
  handle: async ({ services }) => ({ items: (await services.checkInstallation()).map(checkJson) }),
});

export const SHOW_PASSPORT = route({
  ...UNLISTED,
  id: 'mcp.show-passport',
  permission: 'passport:read',
  summary: 'Show the version of a passport that is in force, or else the newest one',
  query: { passport: PASSPORT },
  async handle({ database, query }) {
    const version = await passportVersionNamed(database, query.passport);
    const { payloadCanonical } = await passportArtefacts(database, version.id);
    return new JsonText(
      `{"version":${exactJson(passportVersionJson(version))},"payload":${payloadCanonical.toString('utf8')}}`,
    );
  },
});

export const VERIFY_PASSPORT = route({
  ...UNLISTED,
  id: 'mcp.verify-passport',
  permission: 'passport:read',
  summary: 'Verify hashes, proof and signature of a version of a passport',
  query: { passport: PASSPORT },
  async handle({ database, query }) {
    const version = await passportVersionNamed(database, query.passport);
    return verificationJson(verifyBundle(await passportBundle(database, version.id), {}));
  },
});

export const EXPLAIN_PASSPORT_FIELD = route({
  ...UNLISTED,
  id: 'mcp.explain-passport-field',
  permission: 'passport:read',
  summary: 'Trace a field of a passport back to rules, facts and documents',
  query: {
    passport: PASSPORT,
    field: NAME.describe('The path of the field, as in the payload: carbon_footprint.total'),
  },
  handle: async ({ database, query }) =>
    explainPassportField(database, await newestVersionNamed(database, query.passport), query.field),
});
