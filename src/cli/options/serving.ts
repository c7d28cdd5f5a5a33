import type { Command } from 'commander';
import { repeated } from './values.js';

/** Options of commands that run jobs until they are stopped: `worker` and `start`. Each is a setting. */
export function addServingOptions(command: Command): Command {
  return command
    .option(
      '--allow <pattern>',
      "Tasks may run only commands like this, such as 'python -m myproject.*'; without it, any command. Repeatable",
      repeated,
    )
    .option('--metrics-port <port>', 'Serve /metrics, /health/live and /health/ready here; 0 picks a free port')
    .option('--log-level <level>', 'How much it logs: debug, info, warn, error or silent (info)');
}
