import type { Storage } from '../../../storage/index.js';

export const LOG_FOLDER = '_delta_log/';
export const LAST_CHECKPOINT = `${LOG_FOLDER}_last_checkpoint`;

export function commitKey(version: number): string {
  return `${LOG_FOLDER}${numbered(version)}.json`;
}

export function checkpointKey(version: number): string {
  return `${LOG_FOLDER}${numbered(version)}.checkpoint.parquet`;
}

/** Names sort like versions. */
export function numbered(version: number): string {
  return String(version).padStart(20, '0');
}

/** Whether there is a Delta table. */
export async function isPublished(storage: Storage): Promise<boolean> {
  for await (const page of storage.list(LOG_FOLDER, { pageSize: 1 })) return page.length > 0;
  return false;
}
