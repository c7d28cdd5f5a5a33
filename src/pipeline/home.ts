import { join } from 'node:path';

/** Where the pipeline keeps things under the home. Two homes never see each other. */
export interface PipelineHome {
  /** Bundles unpacked, one folder for each source hash. */
  readonly bundles: string;
  /** Environments built, one folder for each lockfile hash. */
  readonly environments: string;
  /** What is registered in `cf_outputs`, and nothing that a query should see otherwise. */
  readonly output: string;
  /** Outputs on their way; on the same disk as `output`, so that a rename moves them. */
  readonly staging: string;
  /** What parsers print, one folder for each job. */
  readonly logs: string;
  /** Taken by the one daemon of this home. */
  readonly daemonLock: string;
  /** Who holds that lock, or held it last. */
  readonly daemonRecord: string;
}

export function pipelineHome(home: string): PipelineHome {
  return {
    bundles: join(home, 'bundles'),
    environments: join(home, 'environments'),
    output: join(home, 'output'),
    staging: join(home, 'staging'),
    logs: join(home, 'logs'),
    daemonLock: join(home, 'daemon.lock'),
    daemonRecord: join(home, 'daemon.json'),
  };
}
