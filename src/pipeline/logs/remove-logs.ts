import { rm } from 'node:fs/promises';
import type { PipelineHome } from '../home.js';
import { logFolder } from './log-path.js';

/** Removes what is kept of these jobs' prints on this machine. Most have none. */
export async function removeLogs(home: PipelineHome, jobIds: readonly string[]): Promise<void> {
  for (const id of jobIds) await rm(logFolder(home, id), { recursive: true, force: true });
}
