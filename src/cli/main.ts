#!/usr/bin/env node
import { VERSION } from '../platform/index.js';

// The reader has seen enough (`casparian jobs | head -1`). That is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});
// Talk that nobody hears is no reason to stop either.
process.stderr.on('error', () => undefined);

const argv = process.argv.slice(2);
if (argv.length === 1 && (argv[0] === '--version' || argv[0] === '-V')) {
  // What scripts ask before anything else is answered before anything else is loaded.
  process.stdout.write(`${VERSION}\n`);
} else {
  const { runCli } = await import('./run.js');
  process.exitCode = await runCli(argv);
}
// Explicitly, once all is written: a module given with --jobs may have left a timer or a connection behind.
process.stdout.write('', () => process.exit());
