import { dirname } from 'node:path';
import { parseDatabaseUrl } from '../../database/index.js';
import { type Engine, openEngine } from '../../engine/index.js';
import { CasparianError, errorMessage, type Logger, makeFolder } from '../../platform/index.js';
import type { Settings } from '../../settings/index.js';
import { MODULE_SCHEMA_LINES } from '../../operations/database/schema-lines.js';

/** The engine on the database the settings name. A SQLite one comes into being here, home and all. */
export async function openConfiguredEngine(settings: Settings, logger: Logger): Promise<Engine> {
  prepareHome(settings);
  return openEngine({
    database: settings.database_url,
    synchronous: settings.sqlite_synchronous === 'normal' ? 'NORMAL' : 'FULL',
    maxPayloadBytes: settings.max_payload_bytes,
    rabbitmq: rabbitmqOf(settings),
    listen: settings.listen_url === undefined ? undefined : { url: settings.listen_url },
    schemaLines: MODULE_SCHEMA_LINES,
    logger,
  });
}

/** Makes the home if the database is to live there. Payloads may be private, so it is its owner's alone. */
export function prepareHome({ home, database_url }: Settings): void {
  const address = parseDatabaseUrl(database_url);
  if (address.dialect !== 'sqlite' || dirname(address.path) !== home) return;
  try {
    makeFolder(home, 0o700);
  } catch (error) {
    throw new CasparianError('CONFIG_INVALID', `The home ${home} cannot be created`, {
      why: errorMessage(error),
      next: ['Choose a folder you may write to, with --home or CASPARIAN_HOME.'],
      cause: error,
    });
  }
}

function rabbitmqOf(settings: Settings): { url: string; exchange: string; routingKey: string } | undefined {
  const { rabbitmq_enabled, rabbitmq_url, rabbitmq_exchange, rabbitmq_routing_key } = settings;
  if (!rabbitmq_enabled || rabbitmq_url === undefined) return undefined;
  return { url: rabbitmq_url, exchange: rabbitmq_exchange, routingKey: rabbitmq_routing_key };
}
