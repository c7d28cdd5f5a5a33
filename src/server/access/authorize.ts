import type { TenantDatabase } from '../../database/index.js';
import { JOB_DEFAULTS } from '../../engine/index.js';
import { recordDeniedAccess } from '../../events/index.js';
import { mayDo, rolesWith } from '../../operations/index.js';
import { CasparianError } from '../../platform/index.js';
import type { Route } from '../route.js';
import type { Caller } from './caller.js';

/** Fails with FORBIDDEN if the caller may not call the route. */
export function authorize({ id, permission, installation = false }: Route, { role, tenant }: Caller): void {
  if (!mayDo(role, permission)) {
    throw new CasparianError('FORBIDDEN', `The role ${role} may not call ${id}`, {
      why: `It needs the permission ${permission}, which ${rolesWith(permission).join(' and ')} have.`,
    });
  }
  if (installation) requireInstallation(tenant, id);
}

/** Fails with FORBIDDEN if the caller belongs to one tenant only, for what concerns the machines of all tenants. */
export function requireInstallation(tenant: string, id: string): void {
  if (tenant === JOB_DEFAULTS.tenant) return;
  throw new CasparianError('FORBIDDEN', `A key of the tenant '${tenant}' may not call ${id}`, {
    why: `It concerns all tenants, so it needs a key of the tenant '${JOB_DEFAULTS.tenant}'.`,
  });
}

export interface DeniedRequest {
  readonly route: Route;
  readonly path: string;
  readonly correlationId: string;
}

/** Records in the event log that someone tried what they may not do. */
export async function recordDenied(
  database: TenantDatabase,
  caller: Caller | undefined,
  { route, path, correlationId }: DeniedRequest,
): Promise<void> {
  const denied = { permission: route.permission, reason: 'RBAC', resource: `${route.method} ${path}`, correlationId };
  await database.transaction((tx) =>
    recordDeniedAccess(tx.scope, database.tenant, { actor: caller?.actor ?? null, ...denied }).then(() => undefined),
  );
}

/**
 * Limits how many requests without a known caller become events, so that they cannot fill the database. Returns whether the next
 * one may.
 */
export function createDenialBudget(perMinute: number, now: () => number = () => performance.now()): () => boolean {
  let minute = -Infinity;
  let used = 0;
  return () => {
    if (now() - minute >= 60_000) [minute, used] = [now(), 0];
    return used++ < perMinute;
  };
}
