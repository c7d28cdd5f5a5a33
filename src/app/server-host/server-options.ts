import { configuredHome } from '../configured/home.js';
import type { Engine } from '../../engine/index.js';
import { openPepper, runDoctor } from '../../operations/index.js';
import { CasparianError, type Logger } from '../../platform/index.js';
import type { ServedRequest, ServerOptions } from '../../server/index.js';
import { describedSettings } from '../../settings/settings-json.js';
import type { ResolvedSetting, Settings } from '../../settings/index.js';
import { doctorOptions } from '../configured/doctor.js';
import { configuredSigningKeys } from '../configured/signing-keys.js';

/** What the command line says about a server. */
export interface ServingChoice {
  readonly readOnly: boolean;
  readonly noAuth: boolean;
  /** The tenant of local sessions. */
  readonly tenant: string;
  /** The settings with their sources, to show them. */
  readonly resolved: readonly ResolvedSetting[];
}

const HEADERS_TIMEOUT_MS = 10_000;

/** How the server works, according to the settings. */
export function serverOptions(
  engine: Engine,
  settings: Settings,
  { readOnly, noAuth, tenant, resolved }: ServingChoice,
  logger: Logger,
): Omit<ServerOptions, 'metrics' | 'readiness' | 'onServed'> {
  const { home, http_host: host, http_port: port, http_hosts: hosts } = settings;
  return {
    services: {
      ...{ engine, database: engine.database, logger, home, defaultTenant: tenant },
      outputs: configuredHome(settings),
      pepper: openPepper({ configured: settings.api_key_pepper, home }),
      jobModules: settings.jobs,
      maxPayloadBytes: settings.max_payload_bytes,
      maxUploadBytes: settings.http_max_upload_bytes,
      currentKeyId: async () => (await configuredSigningKeys(settings).current()).keyId,
      scanFolders: settings.http_scan_folders,
      webhookKey: { configured: settings.webhook_encryption_key, home },
      allowPrivate: settings.allow_private_addresses,
      publishedKeys: () => configuredSigningKeys(settings).published(),
      settings: () => describedSettings(resolved),
      checkInstallation: () => runDoctor(doctorOptions(settings), process.env),
    },
    ...{ host, port, hosts, readOnly, noAuth },
    mcpAllowsChanges: settings.mcp_allow_writes,
    basePath: basePathOf(settings.http_base_path),
    local: { actor: settings.actor, tenant },
    rate: settings.rate_limit_enabled
      ? { perMinute: settings.rate_limit_rps * 60, burst: settings.rate_limit_burst }
      : undefined,
    limits: {
      maxConnections: settings.http_max_connections,
      headersTimeoutMs: Math.min(HEADERS_TIMEOUT_MS, settings.http_request_timeout_seconds * 1_000),
      requestTimeoutMs: settings.http_request_timeout_seconds * 1_000,
    },
  };
}

/** Counts each request, and logs it in one line. Probes would fill the log. */
export function logServed(logger: Logger, count?: (request: ServedRequest) => void): (request: ServedRequest) => void {
  return (request) => {
    count?.(request);
    const { method, route, status, durationMs, correlationId, caller } = request;
    if (route?.startsWith('/health/') || route === '/metrics') return;
    const fields = {
      method,
      route,
      status,
      duration_ms: Math.round(durationMs * 1_000) / 1_000,
      correlation_id: correlationId,
      actor: caller?.actor,
      tenant: caller?.tenant,
    };
    const level = status >= 500 ? 'error' : 'info';
    logger[level](fields, `${method} ${route ?? '(unknown path)'} ${status}`);
  };
}

/** '' or a path without a slash at its end. */
function basePathOf(given: string): string {
  const path = given.replace(/\/+$/, '');
  if (path === '' || /^(\/[\w.~-]+)+$/.test(path)) return path;
  throw new CasparianError('CONFIG_INVALID', `http_base_path cannot be '${given}'`, {
    why: 'It is a path such as /casparian: a slash before each part, and no other special characters.',
  });
}
