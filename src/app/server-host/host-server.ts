import { openServer } from '../../server/index.js';
import { openConfiguredEngine } from '../configured/engine.js';
import { whyUnreachable } from '../monitoring/readiness.js';
import { createMetrics } from '../metrics/registry.js';
import { createWorkerLog } from '../logging/logger.js';
import { crashReports, listenForStopSignals } from '../worker-host/process-events.js';
import { logServed, serverOptions } from './server-options.js';
import type { Serving } from './serve-beside.js';

/** Serves the API until a signal stops it. */
export async function hostServer({ settings, onServing, ...choice }: Serving): Promise<void> {
  const { logger, flush } = createWorkerLog(settings);
  const crashes = crashReports(logger, flush);
  const signals = listenForStopSignals((_, exitCode) => {
    flush();
    process.exit(exitCode);
  });
  try {
    const engine = await openConfiguredEngine(settings, logger);
    try {
      const { database } = engine;
      const metrics = createMetrics(settings.worker_id, database);
      const server = await openServer({
        ...serverOptions(engine, settings, choice, logger),
        metrics,
        readiness: async () => {
          const reasons = await whyUnreachable(database);
          return { ready: reasons.length === 0, reasons };
        },
        onServed: logServed(logger, metrics.onServed),
      });
      logger.info({ url: server.url, database: database.label, read_only: choice.readOnly }, 'Server started');
      onServing(server);
      logger.info({}, `${await signals.first}: stopping`);
      await server.close(settings.stop_grace_seconds * 1_000);
    } finally {
      await engine.close();
    }
  } finally {
    signals.dispose();
    crashes.dispose();
    flush();
  }
}
