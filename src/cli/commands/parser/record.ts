import { registerParser, type RegisterRequest, type Registration } from '../../../pipeline/index.js';
import type { Invocation } from '../../invocation.js';
import type { TenantOptions } from '../../options/tenant.js';
import { withTenant } from '../../session.js';

/** The part of `parser register` that needs the database. */
export function record(
  invocation: Invocation<TenantOptions>,
  request: Omit<RegisterRequest, 'tenant' | 'actor'>,
): Promise<Registration> {
  return withTenant(invocation, ({ engine, tenant }, { actor }) =>
    registerParser(engine, { tenant, actor, ...request }),
  );
}
