import type { Engine } from '../../engine/index.js';
import { type DatabaseLocation, type EngineLocation, openEngineAt } from '../../operations/index.js';
import type { Logger } from '../../platform/index.js';
import type { Settings } from '../../settings/index.js';

/** Opens the engine on the database that the settings name. */
export function openConfiguredEngine(settings: Settings, logger: Logger): Promise<Engine> {
  return openEngineAt(engineLocation(settings), logger);
}

export function databaseLocation({ home, database_url: url }: Settings): DatabaseLocation {
  return { url, home };
}

export function engineLocation(settings: Settings): EngineLocation {
  return {
    ...databaseLocation(settings),
    synchronous: settings.sqlite_synchronous === 'normal' ? 'NORMAL' : 'FULL',
    maxPayloadBytes: settings.max_payload_bytes,
    jobEvents: settings.job_events,
    rabbitmq: rabbitmqOf(settings),
    poolSize: settings.database_connections,
    listen: listenOf(settings),
  };
}

function listenOf({ listen_enabled: isWanted, listen_url: url }: Settings): EngineLocation['listen'] {
  if (!isWanted) return false;
  return url === undefined ? undefined : { url };
}

function rabbitmqOf(settings: Settings): { url: string; exchange: string; routingKey: string } | undefined {
  const { rabbitmq_enabled, rabbitmq_url, rabbitmq_exchange, rabbitmq_routing_key } = settings;
  if (!rabbitmq_enabled || rabbitmq_url === undefined) return undefined;
  return { url: rabbitmq_url, exchange: rabbitmq_exchange, routingKey: rabbitmq_routing_key };
}
