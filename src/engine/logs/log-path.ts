import { join } from 'node:path';

/** Which attempt at a job. Attempts that end uncharged have the same number; the fence tells them apart. */
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
