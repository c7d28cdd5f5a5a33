#!/usr/bin/env node
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
  const { runCli } = await import('./run.js');
  process.exitCode = await runCli(argv);
}
// Exits explicitly, after all output: a module given with --jobs may have left a timer or a connection open.
process.stdout.write('', () => process.exit());
