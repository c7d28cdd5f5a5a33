import type { Engine } from '../../engine/index.js';
import { type EndpointChange, openWebhookRuntime, type WebhookRuntime } from '../../events/index.js';
import type { Settings } from '../../settings/index.js';

const DAY_MS = 86_400_000;

/** Opens what deliveries need, according to the settings. */
export function openConfiguredWebhooks({ database }: Engine, settings: Settings): WebhookRuntime {
  return openWebhookRuntime({
    database,
    key: keySource(settings),
    allowPrivate: settings.allow_private_addresses,
    timeoutMs: Math.round(settings.webhook_timeout_seconds * 1_000),
    disableAfterMs: settings.webhook_disable_after_days * DAY_MS,
    concurrency: settings.concurrency,
  });
}

/** A change of endpoints by the person who runs this process. */
export function endpointChange({ database }: Engine, tenant: string, settings: Settings): EndpointChange {
  return { database, tenant, actor: settings.actor, key: keySource(settings) };
}

function keySource({ webhook_encryption_key: configured, home }: Settings): EndpointChange['key'] {
  return { configured, home };
}
