import { join } from 'node:path';
import { rm } from 'node:fs/promises';

/** Which attempt at a job. Attempts that end uncharged have the same number; the fence distinguishes them. */
export interface LoggedAttempt {
  readonly attempt: number;
  readonly fence: number;
}

export function logFolder(logs: string, jobId: string): string {
  return join(logs, jobId);
}

export function logPath(logs: string, jobId: string, { attempt, fence }: LoggedAttempt): string {
  return join(logFolder(logs, jobId), `${attempt}-${fence}.log`);
}

export function attemptOfLog(fileName: string): LoggedAttempt | undefined {
  const [, attempt, fence] = /^(\d+)-(\d+)\.log$/.exec(fileName) ?? [];
  return attempt === undefined || fence === undefined ? undefined : { attempt: Number(attempt), fence: Number(fence) };
}

/** Removes the logs of these jobs on this machine. Most have none. */
export async function removeLogs(logs: string, jobIds: readonly string[]): Promise<void> {
  for (const id of jobIds) await rm(logFolder(logs, id), { recursive: true, force: true });
}
