import { existsSync } from 'node:fs';
import { openConfiguredEngine } from '../app/index.js';
import { parseDatabaseUrl } from '../database/url.js';
import { type Engine, isJobId, JOB_DEFAULTS } from '../engine/index.js';
import { type TenantDatabase, tenantDatabase } from '../database/index.js';
import type { Logger } from '../platform/index.js';
import type { Settings } from '../settings/index.js';
import type { Invocation } from './invocation.js';
import type { TenantOptions } from './options/tenant.js';
import type { Output } from './output/output.js';
import { printable } from './output/printable.js';
import { settingsOf } from './settings.js';

/** Opens the engine while the work runs. */
export async function withEngine<T>(
  invocation: Invocation,
  work: (engine: Engine, settings: Settings) => Promise<T>,
): Promise<T> {
  const settings = await settingsOf(invocation);
  const missing = missingFile(invocation.options.db);
  const engine = await openConfiguredEngine(settings, printWarnings(invocation.output));
  if (missing !== null)
    invocation.output.message(`Note: ${printable(missing)} did not exist; created a new, empty database.`);
  try {
    await completeIds(invocation.options as Record<string, unknown>, engine);
    return await work(engine, settings);
  } finally {
    await engine.close();
  }
}

/** Options that name jobs accept the beginning of an id, as arguments do. */
async function completeIds(options: Record<string, unknown>, engine: Engine): Promise<void> {
  const complete = async (id: string): Promise<string> => (isJobId(id) ? id : (await engine.job(id)).id);
  if (typeof options['job'] === 'string') options['job'] = await complete(options['job']);
  if (Array.isArray(options['id'])) options['id'] = await Promise.all((options['id'] as string[]).map(complete));
}

/** The engine, and the rows of the pipeline that belong to one tenant. */
export interface TenantSession {
  readonly engine: Engine;
  readonly tenant: string;
  readonly database: TenantDatabase;
}

export function tenantOf({ tenant = JOB_DEFAULTS.tenant }: TenantOptions): string {
  return tenant;
}

/** Opens the engine for the tenant that the command names. */
export function withTenant<T>(
  invocation: Invocation<TenantOptions>,
  work: (session: TenantSession, settings: Settings) => Promise<T>,
): Promise<T> {
  const tenant = tenantOf(invocation.options);
  return withEngine(invocation, (engine, settings) =>
    work({ engine, tenant, database: tenantDatabase(engine.database, tenant, settings.actor) }, settings),
  );
}

/** A typo in the name would silently create a new database, so it is reported. */
function missingFile(db: string | undefined): string | null {
  const address = db === undefined ? null : parseDatabaseUrl(db);
  return address?.dialect !== 'sqlite' || existsSync(address.path) ? null : address.path;
}

function printWarnings(output: Output): Logger {
  const warn = (fields: object, message: string): void => {
    const reason = 'error' in fields ? ` (${String(fields.error)})` : '';
    output.message(`Warning: ${message}${reason}`);
  };
  const nothing = (): void => undefined;
  return { debug: nothing, info: nothing, warn, error: warn };
}
