import type { Command } from 'commander';
import { repeated } from './values.js';

/** Options of commands that run jobs until they are stopped: `worker` and `start`. Each is a setting. */
export function addServingOptions(command: Command): Command {
  return command
    .option(
      '--allow <pattern>',
      "Tasks may run only commands that match, such as 'python -m myproject.*' (default: any command). Repeatable",
      repeated,
    )
    .option('--metrics-port <port>', 'Serve /metrics, /health/live and /health/ready here; 0 picks a free port')
    .option('--log-level <level>', 'Log level: debug, info, warn, error or silent (info)');
}
