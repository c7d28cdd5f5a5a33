import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { bundled } from '../../services/bundled.js';

/** A fixture that runs as a process of its own and talks in lines of JSON. */
export interface Program {
  readonly pid: number;
  /** The next line it says, parsed. Rejects when it ends without saying one. */
  nextLine(): Promise<unknown>;
  kill(signal: NodeJS.Signals): void;
  /** How it ended, and what it said on stderr. */
  readonly ended: Promise<{ code: number | null; signal: NodeJS.Signals | null; stderr: string }>;
}

/** Starts `file` (a URL relative to the caller's import.meta.url), to be killed at the end of the test at the latest. */
export async function startProgram(file: URL, args: readonly string[]): Promise<Program> {
  const child = spawn(process.execPath, [await bundled(fileURLToPath(file)), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const ended = once(child, 'close').then(([code, signal]) => ({
    code: code as number | null,
    signal: signal as NodeJS.Signals | null,
    stderr,
  }));
  return {
    pid: child.pid!,
    async nextLine() {
      const line = await lines.next();
      if (line.done) throw new Error(`the program ended without another word\n${(await ended).stderr}`);
      return JSON.parse(line.value) as unknown;
    },
    kill: (signal) => void child.kill(signal),
    ended,
  };
}
