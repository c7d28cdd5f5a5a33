import { type Launcher, startLauncher } from '../../process/index.js';
import { type AllowList, createAllowList } from '../execute/allow-list.js';

export interface TaskRuntimeOptions {
  /** The worker's environment, of which a program sees what its spec names. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Where the logs of all jobs are. */
  readonly logs: string;
  /** How much of what an attempt prints is kept there. */
  readonly logBytes: number;
  /** Patterns of the commands that may run here; none: any command. */
  readonly allow: readonly string[];
  /** The largest result a job may have, all that we keep beside the program's own counted. */
  readonly maxResultBytes: number;
}

/** What the tasks of one process share. */
export interface TaskRuntime extends Omit<TaskRuntimeOptions, 'allow'> {
  readonly allow: AllowList | undefined;
  readonly launcher: Launcher;
  /** Ends whatever is left of the programs. */
  close(): Promise<void>;
}

/** Opened once in a worker's process, before its first task. Starts nothing before that. */
export function openTaskRuntime({ allow, ...shared }: TaskRuntimeOptions): TaskRuntime {
  const launcher = startLauncher();
  return {
    ...shared,
    allow: allow.length === 0 ? undefined : createAllowList(allow),
    launcher,
    close: () => launcher.close(),
  };
}
