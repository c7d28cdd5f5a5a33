import type { DoctorOptions } from '../../operations/index.js';
import type { Settings } from '../../settings/index.js';

/** What to check, from the settings that can be used. */
export function doctorOptions(settings: Partial<Settings>): DoctorOptions {
  const { rabbitmq_url: url, rabbitmq_exchange: exchange, rabbitmq_routing_key: routingKey } = settings;
  const { home, python, vendor, offline } = settings;
  return {
    ...{ home, python, vendor, offline },
    databaseUrl: settings.database_url,
    listenUrl: settings.listen_url,
    allowPrivateAddresses: settings.allow_private_addresses,
    rabbitmq: url !== undefined && settings.rabbitmq_enabled ? { url, exchange, routingKey } : undefined,
  };
}
