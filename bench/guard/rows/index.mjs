import { commandRows } from './commands.mjs';
import { engineRows } from './engine.mjs';
import { fileRows } from './files.mjs';

/** A row measures one speed: `measure(bench)` returns what was measured and its base, in the same unit; their ratio counts. */
export const ROWS = [...fileRows, ...commandRows, ...engineRows];
