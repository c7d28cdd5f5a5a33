import { randomUUID } from 'node:crypto';
import type { ProcessOptions, StdinSource } from '../options.js';
import type { Started } from '../started.js';
import { createStrayKiller, MARK_VARIABLE } from '../strays.js';
import { startAdopter } from './adopter.js';
import { pythonBinary } from '../python-binary.js';
import type { LauncherLink, LinkStarted } from './launcher-link.js';
import { startNodeLauncher } from './node-launcher.js';
import type { StartRequest } from './start-request.js';

/**
 * The delay between the end of a program and the search for its strays; one search covers all programs that ended
 * meanwhile.
 */
const SWEEP_AFTER_MS = 1_000;

/** How often a launcher with programs is pinged. After three missed responses it is killed. */
const PING_EVERY_MS = 10_000;

/**
 * A launcher in Node is blocked until its program runs; another one starts the next program meanwhile. Measured with 500 runs
 * of /bin/true, four at a time on two cores, SQLite: 1.59 × bare spawns with one launcher, 1.22 and 1.36 × with two.
 */
const MOST_NODE_LAUNCHERS = 2;

/**
 * Starts programs through small helper processes. This costs the worker a tenth of a direct start and does not block
 * it. The helpers also end the programs if the worker dies suddenly (`kill -9`). Children that left their group are
 * found by a mark in their environment, on Linux.
 */
export interface Launcher {
  launch(program: Launch): Promise<Started>;
  /** Ends all remaining programs, including running ones. */
  close(): Promise<void>;
}

export type Launch = Pick<ProcessOptions, 'argv' | 'cwd' | 'env' | 'stdin' | 'report'>;

export interface LauncherOptions {
  readonly pingEveryMs?: number;
  /** The Python of adopters. By default the first binary on the PATH. */
  readonly python?: string;
}

/** The helper processes start with the first program. */
export function startLauncher(options: LauncherOptions = {}): Launcher {
  const { pingEveryMs = PING_EVERY_MS } = options;
  const id = randomUUID();
  const markPrefix = `${MARK_VARIABLE}=${id}.`;
  const killStraysOf = createStrayKiller(markPrefix);
  const running = new Set<number>();
  let lastRun = 0;
  let links: LauncherLink[] = [];
  let python = options.python ?? pythonBinary(process.env);
  let sweepTimer: NodeJS.Timeout | undefined;

  const killStrays = (): void => void killStraysOf((run) => !running.has(run));
  const sweep = (): void => {
    clearTimeout(sweepTimer);
    sweepTimer = undefined;
    killStrays();
  };
  const ended = (run: number, { wasStopped }: { wasStopped: boolean }): void => {
    running.delete(run);
    if (wasStopped) killStrays();
    sweepTimer ??= setTimeout(sweep, SWEEP_AFTER_MS).unref();
  };

  const startLink = (): LauncherLink =>
    python === undefined ? startNodeLauncher(markPrefix, pingEveryMs) : startAdopter(python, markPrefix, pingEveryMs);
  /** Each adopter has room for some programs. A caller that starts one program at a time uses only one process. */
  const linkFor = (run: number): LauncherLink => {
    links = links.filter(({ hasEnded }) => !hasEnded);
    const isEnough = python === undefined && links.length === MOST_NODE_LAUNCHERS;
    const link = links.find(({ isBusy }) => !isBusy) ?? (isEnough ? links[run % links.length] : undefined);
    if (link !== undefined) return link;
    const another = startLink();
    links.push(another);
    return another;
  };
  const start = async (run: number, request: StartRequest): Promise<Started> => {
    const started: LinkStarted = await linkFor(run).start(run, request);
    if (started.kind !== 'unable') return started;
    python = undefined;
    return start(run, request);
  };

  return {
    async launch({ argv, cwd, env, stdin, report }) {
      const run = ++lastRun;
      running.add(run);
      const started = await start(run, {
        argv,
        cwd: cwd ?? process.cwd(),
        env: { ...env, [MARK_VARIABLE]: `${id}.${run}` },
        stdin: bytesOf(stdin),
        report: report !== undefined,
      });
      if (started.kind !== 'started') {
        ended(run, { wasStopped: started.kind === 'lost' });
        return started;
      }
      return { ...started, release: (how) => ended(run, how) };
    },
    async close() {
      sweep();
      await Promise.all(links.splice(0).map((link) => link.close()));
    },
  };
}

function bytesOf(stdin: StdinSource | undefined): Buffer | undefined {
  return typeof stdin === 'object' ? Buffer.from(stdin.data as string) : undefined;
}
