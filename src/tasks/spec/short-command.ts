import { shellLine } from '../../platform/index.js';

const MAX_LENGTH = 40;

/** A command line for a table, shortened in the middle: its ends are most informative. */
export function shortCommand(command: readonly string[], room = MAX_LENGTH): string {
  const line = shellLine(command);
  const half = Math.floor((room - 1) / 2);
  return line.length <= room ? line : `${line.slice(0, room - 1 - half)}…${line.slice(-half)}`;
}
