import { type Launcher, startLauncher } from '../../process/index.js';
import { type AllowList, createAllowList } from '../execute/allow-list.js';

export interface TaskRuntimeOptions {
  /** The worker's environment. A program sees only the variables that its spec names. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Folder with the logs of all jobs. */
  readonly logs: string;
  /** How many bytes of output are kept for each attempt. */
  readonly logBytes: number;
  /** Patterns of the commands that may run; an empty list allows any command. */
  readonly allow: readonly string[];
  /** The largest result of a job, including tails and hashes. */
  readonly maxResultBytes: number;
}

/** What the tasks of one process share. */
export interface TaskRuntime extends Omit<TaskRuntimeOptions, 'allow'> {
  readonly allow: AllowList | undefined;
  readonly launcher: Launcher;
  /** Ends programs that are still running. */
  close(): Promise<void>;
}

/** Opened once per worker process, before the first task. The launcher process starts with that task. */
export function openTaskRuntime({ allow, ...shared }: TaskRuntimeOptions): TaskRuntime {
  const launcher = startLauncher();
  return {
    ...shared,
    allow: allow.length === 0 ? undefined : createAllowList(allow),
    launcher,
    close: () => launcher.close(),
  };
}
