import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ProcessResult, runProcess } from '../../src/process/index.js';
import type { ProcessOptions } from '../../src/process/options.js';
import { waitUntil } from '../services/wait-until.js';

const FIXTURES = join(import.meta.dirname, 'fixtures');

export function fixturePath(name: string): string {
  return join(FIXTURES, name);
}

/** The command line of a fixture. */
export function program(name: string, ...args: string[]): string[] {
  return [process.execPath, fixturePath(name), ...args];
}

export interface OverheardRun {
  result: Promise<ProcessResult>;
  /** The numbers the program and its grandchildren print when they are ready, one a line. */
  pids(count: number): Promise<number[]>;
}

/** Runs a program and listens to its stdout, for tests that act once it is ready. */
export function runOverheard(options: Omit<ProcessOptions, 'env' | 'stdout'>): OverheardRun {
  let heard = '';
  const result = runProcess({ ...options, env: {}, stdout: (chunk) => (heard += chunk.toString()) });
  return { result, pids: (count) => printedPids(() => heard, count) };
}

export async function printedPids(heard: () => string, count: number): Promise<number[]> {
  return waitUntil(
    () => {
      const numbers = heard().match(/^\d+$/gm) ?? [];
      return numbers.length >= count && numbers.map(Number);
    },
    { for: `${count} programs to be ready`, intervalMs: 5, evidence: heard },
  );
}

export async function allGone(pids: readonly number[]): Promise<void> {
  await waitUntil(() => !pids.some(isRunning), {
    for: `${pids.join(', ')} to end`,
    intervalMs: 5,
    evidence: () => `still there: ${pids.filter(isRunning).join(', ')}`,
  });
}

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  return !isZombie(pid);
}

/** An orphan whose new parent has not reaped it yet runs no more. */
function isZombie(pid: number): boolean {
  if (process.platform !== 'linux') return false;
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return true;
  }
}
