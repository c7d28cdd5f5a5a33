import type { Settings } from '../../settings/index.js';
import type { MonitoringSources } from '../monitoring/server.js';
import type { Companion } from '../worker-host/host.js';
import { logServed, serverOptions, type ServingChoice } from './server-options.js';
import type { StartedServer } from './server-json.js';

export interface Serving extends ServingChoice {
  readonly settings: Settings;
  readonly onServing: (started: StartedServer) => void;
}

/** Serves the API in the process of a worker, until that stops. */
export function serveBeside({ settings, onServing, ...choice }: Serving): Companion['run'] {
  return async ({ engine, logger, signal, monitored }) => {
    const { openServer } = await import('../../server/open-server.js');
    const { contentType, scrape, readiness, onServed } = monitored as MonitoringSources;
    const server = await openServer({
      ...serverOptions(engine, settings, choice, logger),
      metrics: { contentType, scrape },
      readiness,
      onServed: logServed(logger, onServed),
    });
    onServing(server);
    if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    await server.close(settings.stop_grace_seconds * 1_000);
  };
}
