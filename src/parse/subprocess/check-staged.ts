import { lstatSync } from 'node:fs';
import { CasparianError } from '../../platform/index.js';
import type { ReaderRun } from '../reader-run/run-reader.js';
import type { ReaderTask } from './run-reader-task.js';

/**
 * The caller moves and removes the files that a run names. A process that a hostile file has taken over could name the
 * database, another folder, or a file that is a link. Synchronous, as the move is: in another thread it would take longer.
 */
export function checkStaged(
  { outputs, quarantines, skippedLines }: ReaderRun,
  { path: input, dataset, places }: ReaderTask,
): void {
  const lines = skippedLines.file;
  for (const { output, fileName, path } of [...outputs, ...quarantines, ...(lines === null ? [] : [lines])]) {
    const isExpected = output === dataset && Object.hasOwn(places, fileName) && places[fileName] === path;
    if (isExpected && lstatSync(path).isFile()) continue;
    throw new CasparianError('BRIDGE_PROTOCOL', `The process that read '${input}' named a file that is not its own`, {
      why: `It named '${path}'. Nothing was written.`,
    });
  }
}
