import type { DoctorOptions } from '../../operations/index.js';
import type { Settings } from '../../settings/index.js';
import { configuredSigningKeys } from './signing-keys.js';

/** What to check, from the settings that can be used. */
export function doctorOptions(settings: Partial<Settings>): DoctorOptions {
  const { rabbitmq_url: url, rabbitmq_exchange: exchange, rabbitmq_routing_key: routingKey } = settings;
  const { home, python, vendor, offline } = settings;
  return {
    ...{ home, python, vendor, offline },
    databaseUrl: settings.database_url,
    signingKeys: home === undefined ? undefined : configuredSigningKeys({ ...settings, home }),
    sandbox: settings.sandbox,
    listenUrl: settings.listen_enabled === false ? false : settings.listen_url,
    allowPrivateAddresses: settings.allow_private_addresses,
    rabbitmq: url !== undefined && settings.rabbitmq_enabled ? { url, exchange, routingKey } : undefined,
  };
}
