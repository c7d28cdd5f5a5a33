import type { Invocation } from '../invocation.js';
import type { TenantOptions } from '../options/tenant.js';
import { tenantOf } from '../session.js';
import { settingsOf } from '../settings.js';

export async function run(invocation: Invocation<TenantOptions>): Promise<void> {
  const settings = await settingsOf(invocation);
  if (process.stdin.isTTY) {
    invocation.output.message('Waiting for a client of the Model Context Protocol on stdin. Ctrl-C ends it.');
  }
  const { hostMcp } = await import('../../app/server-host/host-mcp.js');
  await hostMcp(settings, tenantOf(invocation.options));
}
