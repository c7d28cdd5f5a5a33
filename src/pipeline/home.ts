import { join } from 'node:path';

/** The paths of the pipeline under the home. Two homes share nothing. */
export interface PipelineHome {
  /** Unpacked bundles, one folder per source hash. */
  readonly bundles: string;
  /** Built environments, one folder per lockfile hash. */
  readonly environments: string;
  /** The files registered in `cf_outputs`. Queries see no other file. */
  readonly output: string;
  /** Unfinished outputs; on the same disk as `output`, so that a rename moves them. */
  readonly staging: string;
  /** What parsers print, one folder per job. */
  readonly logs: string;
  /** The identity of the database that the files of this home belong to. */
  readonly identity: string;
  /** Held by the one daemon of this home. */
  readonly daemonLock: string;
  /** The process that holds that lock, or held it last. */
  readonly daemonRecord: string;
}

export function pipelineHome(home: string): PipelineHome {
  return {
    bundles: join(home, 'bundles'),
    environments: join(home, 'environments'),
    output: join(home, 'output'),
    staging: join(home, 'staging'),
    logs: join(home, 'logs'),
    identity: join(home, 'database-id'),
    daemonLock: join(home, 'daemon.lock'),
    daemonRecord: join(home, 'daemon.json'),
  };
}
