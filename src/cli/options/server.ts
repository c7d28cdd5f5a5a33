import type { Command } from 'commander';

export interface ServerFlags {
  readOnly?: boolean;
  auth?: boolean;
}

/** Options of commands that serve the API. */
export function addServerOptions(command: Command): Command {
  return command
    .option('--port <port>', 'Port of the API; 0 picks a free port (8080)')
    .option('--host <address>', 'Address to listen on; any other than a loopback address needs API keys (127.0.0.1)')
    .option('--base-path <path>', 'Path before all paths, such as /casparian')
    .option('--read-only', 'Refuse requests that change something')
    .option('--no-auth', 'Serve without authentication: everyone who can reach the port may do everything');
}
