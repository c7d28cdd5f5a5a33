import { rm } from 'node:fs/promises';
import { logFolder } from './log-path.js';

/** Removes what is kept of these jobs' prints on this machine. Most have none. */
export async function removeLogs(logs: string, jobIds: readonly string[]): Promise<void> {
  for (const id of jobIds) await rm(logFolder(logs, id), { recursive: true, force: true });
}
