#!/usr/bin/env node
import * as nodeModule from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { VERSION } from '../platform/index.js';

// The reader closed the pipe, as in `casparian jobs | head -1`. That is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});
// A closed stderr is not an error either.
process.stderr.on('error', () => undefined);

const argv = process.argv.slice(2);
if (argv.length === 1 && (argv[0] === '--version' || argv[0] === '-V')) {
  // Scripts ask for the version often, so nothing else is loaded.
  process.stdout.write(`${VERSION}\n`);
} else {
  keepCompiledCode();
  const { runCli } = await import('./run.js');
  process.exitCode = await runCli(argv);
}
// Exits explicitly, after all output: a module given with --jobs may have left a timer or a connection open.
process.stdout.write('', () => process.exit());

/**
 * Since Node 22, modules need not be compiled again by the next command: a query takes 60 ms less of CPU. In the user's own folder,
 * because others can write to the temporary one.
 */
function keepCompiledCode(): void {
  const { enableCompileCache } = nodeModule as { enableCompileCache?: (folder: string) => void };
  enableCompileCache?.(join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'casparian', 'compiled'));
}
