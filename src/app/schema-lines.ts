import type { MigrationLine } from '../database/index.js';
import { ENGINE_MIGRATIONS } from '../engine/index.js';

/** The migrations of every module this program is made of. */
export const SCHEMA_LINES: readonly MigrationLine[] = [ENGINE_MIGRATIONS];
