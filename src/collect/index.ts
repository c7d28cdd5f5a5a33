export type { IntakeFields } from './intakes/intake.js';
export { addIntake, findIntake, importIntakes, listIntakes } from './intakes/intakes.js';
export { COLLECT_MIGRATIONS, COLLECT_TABLES } from './schema/migrations.js';
export type { CollectSchema } from './schema/tables.js';
export { isolateSource, pauseSource, probeSource, resumeSource } from './sources/change-source.js';
export { findSource, listSources } from './sources/find-sources.js';
export { addSource, editSource, type NewSource } from './sources/save-source.js';
