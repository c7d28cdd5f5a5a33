import type { Settings } from '../../settings/index.js';
import { openConfiguredEngine } from '../configured/engine.js';
import { createWorkerLog } from '../logging/logger.js';
import { listenForStopSignals } from '../worker-host/process-events.js';
import { serverOptions } from './server-options.js';

/** Speaks the Model Context Protocol over stdin and stdout until the client ends it, or a signal does. */
export async function hostMcp(settings: Settings, tenant: string): Promise<void> {
  const { logger, flush } = createWorkerLog(settings);
  const stop = new AbortController();
  const signals = listenForStopSignals((_, exitCode) => {
    flush();
    process.exit(exitCode);
  });
  void signals.first.then(() => stop.abort());
  try {
    const engine = await openConfiguredEngine(settings, logger);
    try {
      // A file and not the module: Hono is not needed here.
      const { serveMcpOverStdio } = await import('../../server/mcp/serve-stdio.js');
      // No tool shows settings.
      const choice = { readOnly: false, noAuth: false, tenant, resolved: [] };
      const { services, local } = serverOptions(engine, settings, choice, logger);
      await serveMcpOverStdio({
        ...{ services, caller: { ...local, role: 'Admin', keyId: null } },
        allowsChanges: settings.mcp_allow_writes,
        ...{ input: process.stdin, output: process.stdout, signal: stop.signal },
      });
    } finally {
      await engine.close();
    }
  } finally {
    // An open stdin would keep the process alive.
    process.stdin.destroy();
    signals.dispose();
    flush();
  }
}
