import { hostWorker, serveBeside, type StartedServer } from '../../app/index.js';
import { serverStartedJson } from '../../app/server-host/server-json.js';
import type { Invocation } from '../invocation.js';
import type { ServerFlags } from '../options/server.js';
import type { TenantOptions } from '../options/tenant.js';
import { hintText } from '../output/hint-text.js';
import type { Output } from '../output/output.js';
import { tenantOf } from '../session.js';
import { resolveSettings } from '../../settings/index.js';
import { parserSettingsOf, settingInputs, settingsOf } from '../settings.js';

export interface ServeOptions extends ServerFlags, TenantOptions {
  withWorker?: boolean;
}

export async function run(invocation: Invocation<ServeOptions>): Promise<void> {
  const { options, output } = invocation;
  const settings = await settingsOf(invocation);
  const resolved = await resolveSettings(settingInputs(invocation));
  const serving = {
    ...{
      settings,
      resolved,
      tenant: tenantOf(options),
      readOnly: options.readOnly === true,
      noAuth: options.auth === false,
    },
    onServing: (started: StartedServer) => printStarted(started, output),
  };
  if (!options.withWorker) {
    const { hostServer } = await import('../../app/server-host/host-server.js');
    return hostServer(serving);
  }
  const parsers = await parserSettingsOf(invocation);
  await hostWorker({
    ...{ settings, parsers, hintText },
    companion: { isMonitor: true, run: serveBeside(serving) },
    onStarted: () => undefined,
  });
}

export function printStarted(started: StartedServer, output: Output): void {
  if (output.asJson) return output.jsonLine(serverStartedJson(started));
  output.print(`Serving on ${started.url}`);
  if (started.tokenUrl !== undefined) output.print(`Open in a browser: ${started.tokenUrl}`);
}
