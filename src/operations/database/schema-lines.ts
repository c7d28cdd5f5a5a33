import type { MigrationLine } from '../../database/index.js';
import { ENGINE_MIGRATIONS } from '../../engine/index.js';
import { PIPELINE_MIGRATIONS } from '../../pipeline/index.js';

/** The migrations of the modules that are built on the engine. */
export const MODULE_SCHEMA_LINES: readonly MigrationLine[] = [PIPELINE_MIGRATIONS];

/** The migrations of every module this program is made of. */
export const SCHEMA_LINES: readonly MigrationLine[] = [ENGINE_MIGRATIONS, ...MODULE_SCHEMA_LINES];
