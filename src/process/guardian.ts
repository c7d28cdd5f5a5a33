import { randomUUID } from 'node:crypto';
import { type GuardianShell, startGuardianShell } from './guardian-shell.js';
import { HAS_PROCESS_GROUPS } from './process-group.js';
import { createStrayKiller, MARKS_ARE_SEEN } from './strays.js';

/** The variable by which the children of a program are known, wherever they went. */
export const MARK_VARIABLE = 'CASPARIAN_RUN';

/**
 * How soon after a program has started the shell is told of its group; until then it is known by its mark. Told at
 * once, 500 short programs woke the shell 500 times, which took 4 % of the time on a machine with much to do.
 */
const TELL_AFTER_MS = MARKS_ARE_SEEN ? 100 : 0;

/** How soon after a program has ended its strays are looked for, once for all that ended meanwhile. */
const SWEEP_AFTER_MS = 1_000;

/**
 * Sees to it that nobody is left of the programs given to it, even when this process dies without a word (`kill -9`):
 * a small shell reads which groups run, and ends them when nobody writes to it any more. Children that left their
 * group are known by a mark in their environment, on Linux.
 */
export interface Guardian {
  /** For a program about to be started. */
  admit(): Ward;
  /** Ends what is left of the programs, those that still run as well. */
  close(): Promise<void>;
}

/** One program under a guardian. */
export interface Ward {
  /** What its environment has to say as MARK_VARIABLE. */
  readonly mark: string;
  /** It leads the group `pid`. */
  started(pid: number): void;
  /** It has ended, with its group. Its strays are killed: now, when it had to be stopped; otherwise soon. */
  ended(how: { wasStopped: boolean }): void;
}

/** Starts nothing before the first program does. */
export function startGuardian(): Guardian {
  const id = randomUUID();
  const markPrefix = `${MARK_VARIABLE}=${id}.`;
  const killStraysOf = createStrayKiller(markPrefix);
  const running = new Set<number>();
  const groups = new Map<number, number>();
  let lastRun = 0;
  let shell: GuardianShell | undefined;
  let tellTimer: NodeJS.Timeout | undefined;
  let sweepTimer: NodeJS.Timeout | undefined;

  const tellShell = (): void => {
    clearTimeout(tellTimer);
    tellTimer = undefined;
    shell?.tell(groups.values());
  };
  const ensureShell = (): void => {
    if (!HAS_PROCESS_GROUPS || shell?.hasEnded === false) return;
    shell = startGuardianShell(markPrefix);
    tellShell();
  };
  const killStrays = () => killStraysOf((run) => !running.has(run));
  const sweep = (): void => {
    clearTimeout(sweepTimer);
    sweepTimer = undefined;
    killStrays();
    tellShell();
  };

  return {
    admit() {
      // Before the program: should we die between its start and what we tell the shell, its mark gives it away.
      ensureShell();
      const run = ++lastRun;
      running.add(run);
      return {
        mark: `${id}.${run}`,
        started(pid) {
          groups.set(run, pid);
          if (TELL_AFTER_MS === 0) tellShell();
          else tellTimer ??= setTimeout(tellShell, TELL_AFTER_MS).unref();
        },
        // The shell hears of it with the next start or sweep. Until then no other group can have got the number:
        // the kernel would have to give away all the others first.
        ended({ wasStopped }) {
          running.delete(run);
          groups.delete(run);
          if (wasStopped) killStrays();
          sweepTimer ??= setTimeout(sweep, SWEEP_AFTER_MS).unref();
        },
      };
    },
    async close() {
      if (running.size > 0) ensureShell();
      sweep();
      const closing = shell;
      shell = undefined;
      await closing?.close();
    },
  };
}
