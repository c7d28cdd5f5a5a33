import type { Engine } from '../engine/index.js';
import type { TenantDatabase } from '../database/index.js';

/** The engine, and the rows of the pipeline that belong to one tenant. */
export interface TenantScope {
  readonly engine: Engine;
  readonly tenant: string;
  readonly database: TenantDatabase;
}
