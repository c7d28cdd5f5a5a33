#!/usr/bin/env node
import { runCli } from './run.js';

// The reader has seen enough (`casparian jobs | head -1`). That is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});
// Talk that nobody hears is no reason to stop either.
process.stderr.on('error', () => undefined);

process.exitCode = await runCli(process.argv.slice(2));
// Explicitly, once all is written: a module given with --jobs may have left a timer or a connection behind.
process.stdout.write('', () => process.exit());
