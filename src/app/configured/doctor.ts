import type { DoctorOptions } from '../../operations/index.js';
import type { Settings } from '../../settings/index.js';
import { configuredHome } from './home.js';
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
    outputs: outputsOf(settings),
    listenUrl: settings.listen_enabled === false ? false : settings.listen_url,
    allowPrivateAddresses: settings.allow_private_addresses,
    rabbitmq: url !== undefined && settings.rabbitmq_enabled ? { url, exchange, routingKey } : undefined,
  };
}

/** Undefined unless outputs go to a bucket. */
function outputsOf({ home, output, spool_bytes = 0, ...settings }: Partial<Settings>): DoctorOptions['outputs'] {
  if (home === undefined || output === undefined) return undefined;
  const { s3_endpoint, s3_region, s3_path_style } = settings;
  return configuredHome({ home, output, spool_bytes, s3_endpoint, s3_region, s3_path_style });
}
