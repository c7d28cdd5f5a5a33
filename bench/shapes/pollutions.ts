import { AROUND } from './pollutions/around.js';
import { MARKS } from './pollutions/marks.js';
import { NAMES } from './pollutions/names.js';
import type { Pollution } from './pollutions/pollution.js';
import { ROWS } from './pollutions/rows.js';
import { OTHER_TABLES } from './pollutions/tables.js';
import { TEXTS } from './pollutions/texts.js';
import { TRUTH } from './pollutions/truth.js';

export type { Pollution } from './pollutions/pollution.js';

/** The first pollution changes nothing. */
export const POLLUTIONS: readonly Pollution[] = [
  ...[...MARKS, ...AROUND, ...ROWS, ...NAMES, ...TEXTS, ...OTHER_TABLES, ...TRUTH],
];
