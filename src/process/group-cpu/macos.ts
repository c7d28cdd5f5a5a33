import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const ASK_WITHIN_MS = 2_000;

/** `ps` answers `minutes:seconds.hundredths`, one process a line, for those that run. */
export function createMacosGroupCpu(groupId: number): () => Promise<number> {
  return async () => {
    const question = ['-o', 'time=', '-g', String(groupId)];
    // ps fails when the group has no one left.
    const answer = await promisify(execFile)('/bin/ps', question, { timeout: ASK_WITHIN_MS }).catch(() => null);
    const lines = answer?.stdout.match(/[\d:.]+/g) ?? [];
    return lines.reduce((total, time) => total + millisecondsOf(time), 0);
  };
}

function millisecondsOf(time: string): number {
  return time.split(':').reduce((total, part) => total * 60 + Number(part), 0) * 1_000;
}
