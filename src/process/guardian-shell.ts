import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const SCRIPT = fileURLToPath(new URL('./guardian.sh', import.meta.url));

/** Its own bounds on waiting take three seconds; a machine may be slow. */
const ENDS_WITHIN_MS = 10_000;

/** The process that reads guardian.sh. */
export interface GuardianShell {
  readonly hasEnded: boolean;
  /** All groups that run now. Written in this turn, should the next never come. */
  tell(groups: Iterable<number>): void;
  /** Lets it see to what is left, and waits for it. */
  close(): Promise<void>;
}

const NO_SHELL: GuardianShell = { hasEnded: true, tell: () => undefined, close: () => Promise.resolve() };

/** `mark` is what an environment must hold for its process to be ended with the groups. */
export function startGuardianShell(mark: string): GuardianShell {
  const child = spawnShell(mark);
  if (child?.pid === undefined) return NO_SHELL;
  // Our end of what Node makes of a pipe is closed on exec, so no program holds it: when we end, it ends.
  const input = child.stdin as Socket;
  input.on('error', () => undefined);
  // It is no reason for this process to stay.
  child.unref();
  input.unref();
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  return {
    get hasEnded() {
      return hasEnded();
    },
    tell: (groups) => void input.write(`${[...groups].join(' ')}\n`),
    async close() {
      input.end();
      if (hasEnded()) return;
      child.ref();
      await Promise.race([once(child, 'exit'), delay(ENDS_WITHIN_MS, undefined, { ref: false })]);
    },
  };
}

/** None when there is no room for another process: the programs run unguarded, and the next one tries again. */
function spawnShell(mark: string): ChildProcess | undefined {
  try {
    const child = spawn('/bin/sh', [SCRIPT, mark], {
      // A session of its own: what ends ours, or our terminal, is not to end it. Nor does it keep a directory in use.
      detached: true,
      cwd: '/',
      env: { PATH: '/usr/bin:/bin' },
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    return child.on('error', () => undefined);
  } catch {
    return undefined;
  }
}
