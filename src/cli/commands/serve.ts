import type { Command } from 'commander';
import { examples } from '../examples.js';
import { runs } from '../invocation.js';
import { addRuntimeOptions } from '../options/runtime.js';
import { addServerOptions } from '../options/server.js';
import { tenantOption } from '../options/tenant.js';
import { repeated } from '../options/values.js';

export function declareServe(program: Command): void {
  const serve = program
    .command('serve')
    .summary('Serve the HTTP API')
    .description(
      'Serves the dashboard, the HTTP API, metrics and health on one port until SIGTERM or Ctrl-C. On a loopback address it prints a URL with a ' +
        'one-time token that opens a session in a browser; programs use API keys. Logs go to stderr: JSON, or text on a terminal.',
    );
  addServerOptions(serve)
    .option('--with-worker', 'Run jobs in the same process')
    .option('--concurrency <n>', 'With --with-worker: jobs that run at the same time (10)')
    .option('--jobs <file>', 'Module with job definitions made with defineJob(). Repeatable', repeated)
    .option('--log-level <level>', 'Log level: debug, info, warn, error or silent (info)');
  addRuntimeOptions(serve)
    .addOption(tenantOption())
    .action(runs(() => import('./serve.run.js'), { ownsSignals: true }));
  examples(serve, [
    ['casparian serve', 'On http://127.0.0.1:8080, with a URL for the browser'],
    ['casparian serve --port 0 --json', 'On a free port, which the printed line tells'],
    ['casparian serve --host 0.0.0.0 --with-worker', 'For other machines, with API keys; one process for all'],
  ]);
}
