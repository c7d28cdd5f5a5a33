import { shellWord } from '../../platform/index.js';
import { join, relative, resolve } from 'node:path';
import { vendorJson } from '../../pipeline/registry/vendor-json.js';
import { vendorParser } from '../../pipeline/index.js';
import type { Invocation } from '../invocation.js';
import { formatBytes } from '../output/bytes.js';
import type { TenantOptions } from '../options/tenant.js';
import { withTenant } from '../session.js';
import { stopOnSignals } from '../stop-on-signals.js';

export interface VendorOptions {
  output: string;
  python?: string;
}

export async function run(invocation: Invocation<VendorOptions & TenantOptions>): Promise<void> {
  const { output, options, args } = invocation;
  const stop = stopOnSignals();
  try {
    const report = await vendorParser({
      given: args[0] ?? '',
      output: resolve(options.output),
      python: options.python,
      env: process.env,
      signal: stop.signal,
      onMessage: (line) => output.message(line),
      withDatabase: (work) => withTenant(invocation, ({ database }) => work(database)),
    });
    if (output.asJson) return output.json(vendorJson(report, resolve(options.output)));
    const { environment } = report;
    if (environment) output.message(`${packagesText(environment.packages)}, ${formatBytes(environment.size_bytes)}`);
    output.print(`Dependencies vendored to ${options.output}`);
    const bundle = join('DIR', relative(resolve(options.output), report.bundle));
    output.message(`On the offline machine: casparian parser register ${shellWord(bundle)} --vendor DIR`);
  } finally {
    stop.dispose();
  }
}

function packagesText(count: number): string {
  return count === 1 ? '1 package' : `${count} packages`;
}
