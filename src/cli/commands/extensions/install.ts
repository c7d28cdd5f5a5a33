import { resolve } from 'node:path';
import { installExtension } from '../../../operations/index.js';
import { pipelineHome } from '../../../pipeline/index.js';
import type { Invocation } from '../../invocation.js';
import { printable } from '../../output/printable.js';
import { createProgressLine } from '../../output/progress-line.js';
import { someSettings } from '../../settings.js';
import { stopOnSignals } from '../../stop-on-signals.js';

export interface InstallOptions {
  from?: string;
}

export async function run(invocation: Invocation<InstallOptions>): Promise<void> {
  const { args, options, output } = invocation;
  const { home } = await someSettings(invocation, ['home']);
  const name = args[0] ?? '';
  const line = createProgressLine(output);
  const stop = stopOnSignals();
  try {
    if (options.from === undefined) line.show(`Downloading ${name}`);
    const installed = await installExtension({
      ...{ name, extensions: pipelineHome(home).extensions, env: process.env, signal: stop.signal },
      from: options.from === undefined ? undefined : resolve(options.from),
    });
    line.clear();
    const { path, sha256, duckdbVersion } = installed;
    if (output.asJson)
      return output.json({ name, duckdb_version: duckdbVersion, path, sha256, installed: installed.installed });
    output.print(
      printable(
        `${name} for DuckDB ${duckdbVersion} ${installed.installed ? 'installed' : 'was installed before'}: ${path}`,
      ),
    );
  } finally {
    line.clear();
    stop.dispose();
  }
}
